package browser

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"net/http"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"

	"github.com/toolgen/toolgen/runtime"
)

// ScreenshotArgs are the arguments of browser_screenshot.
type ScreenshotArgs struct {
	// The whole page, at most 8000 pixels high.
	FullPage bool `json:"full_page,omitzero" tool:"alias=fullPage,alias=full"`
}

const (
	// maxScreenshotHeight is the maximum height of a screenshot, in pixels.
	maxScreenshotHeight = 8000
	// maxScreenshotBytes is the maximum size of a screenshot. A larger one is
	// reduced to half its width and height, at most twice.
	maxScreenshotBytes = 4 << 20
)

// Screenshot returns a screenshot of the open page as PNG.
//
//tool:register browser_screenshot
//tool:open-world
//tool:read-only
//tool:exclusive
//tool:available func=Ready
//tool:network *
//tool:untrusted-output
//tool:max-result-chars 2000
//tool:example {"full_page": true}
func (b *Browser) Screenshot(ctx context.Context, call *runtime.Call, client *http.Client, args ScreenshotArgs) (runtime.Result, error) {
	var result runtime.Result
	err := b.withSession(ctx, call, client, func(s *session) error {
		t, err := s.currentPage()
		if err != nil {
			return err
		}
		bounded, cancel := context.WithTimeout(ctx, snapshotTimeout)
		defer cancel()
		result, err = t.screenshot(bounded, args.FullPage)
		return s.markHung(ctx, err)
	})
	return result, err
}

// screenshot returns the result with the image.
func (t *tab) screenshot(ctx context.Context, fullPage bool) (runtime.Result, error) {
	address, title, err := t.location(ctx)
	if err != nil {
		return runtime.Result{}, err
	}
	area, err := t.area(ctx, fullPage)
	if err != nil {
		return runtime.Result{}, err
	}
	for ; area.Scale >= 0.25; area.Scale /= 2 {
		data, err := t.capture(ctx, area, fullPage)
		if isTooLong(err) {
			continue
		}
		if err != nil {
			return runtime.Result{}, err
		}
		config, err := png.DecodeConfig(bytes.NewReader(data))
		if err != nil {
			return runtime.Result{}, fmt.Errorf("browser: the screenshot is not PNG: %w", err)
		}
		if len(data) <= maxScreenshotBytes {
			result := runtime.Text("")
			if title != "" {
				result.Value = "Title: " + quote(title, 200)
			}
			result.Lead = fmt.Sprintf("URL: %s\nPNG of %d x %d pixels", printable(address), config.Width, config.Height)
			result.Source = address
			result.Parts = []runtime.Part{{Kind: runtime.PartImage, MIME: "image/png", Data: data}}
			return result, nil
		}
	}
	return runtime.Result{}, failure(ReasonLoadFailed, "the screenshot would have more than %d bytes: take one without full_page", maxScreenshotBytes)
}

// area returns the part of the page that the screenshot shows, at full size.
func (t *tab) area(ctx context.Context, fullPage bool) (*page.Viewport, error) {
	m, err := cdp.Call(ctx, t, page.GetLayoutMetrics, cdp.Empty{})
	if err != nil || m.CSSContentSize == nil || m.CSSVisualViewport == nil {
		return &page.Viewport{Width: viewportWidth, Height: viewportHeight, Scale: 1}, err
	}
	v := m.CSSVisualViewport
	if fullPage {
		return &page.Viewport{Width: min(max(m.CSSContentSize.Width, 1), 2*viewportWidth), Height: min(max(m.CSSContentSize.Height, 1), maxScreenshotHeight), Scale: 1}, nil
	}
	return &page.Viewport{X: v.PageX, Y: v.PageY, Width: v.ClientWidth, Height: v.ClientHeight, Scale: 1}, nil
}

// capture returns the page, or an area of it, as PNG.
func (t *tab) capture(ctx context.Context, area *page.Viewport, fullPage bool) ([]byte, error) {
	params := page.CaptureScreenshotParams{Format: page.CaptureScreenshotFormatPng, Clip: area, CaptureBeyondViewport: &fullPage}
	answer, err := cdp.Call(ctx, t, page.CaptureScreenshot, params)
	return answer.Data, err
}
