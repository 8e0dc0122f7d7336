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

// ScreenshotArgs says what to take a picture of.
type ScreenshotArgs struct {
	// The whole page instead of the part that the window shows; at most 8000 pixels of its height.
	FullPage bool `json:"full_page,omitzero" jsonschema:"default=false"`
}

const (
	// maxScreenshotHeight is how much of a page is in a picture, in pixels.
	maxScreenshotHeight = 8000
	// maxScreenshotBytes is how large a picture may be; one that is larger is
	// made smaller, to half its width and height, twice at most.
	maxScreenshotBytes = 4 << 20
)

// Screenshot takes a picture of the open page, as PNG.
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
	err := b.with(ctx, call, client, func(s *session) error {
		t, err := s.page()
		if err != nil {
			return err
		}
		bounded, cancel := context.WithTimeout(ctx, snapshotTimeout)
		defer cancel()
		result, err = t.picture(bounded, args.FullPage)
		return s.hang(ctx, err)
	})
	return result, err
}

// picture is the page as a result with an image.
func (t *tab) picture(ctx context.Context, whole bool) (runtime.Result, error) {
	address, title, err := t.location(ctx)
	if err != nil {
		return runtime.Result{}, err
	}
	area, err := t.area(ctx, whole)
	if err != nil {
		return runtime.Result{}, err
	}
	for ; area.Scale >= 0.25; area.Scale /= 2 {
		data, err := t.capture(ctx, area, whole)
		if isTooLong(err) {
			continue
		}
		if err != nil {
			return runtime.Result{}, err
		}
		config, err := png.DecodeConfig(bytes.NewReader(data))
		if err != nil {
			return runtime.Result{}, fmt.Errorf("browser: the picture is not PNG: %w", err)
		}
		if len(data) <= maxScreenshotBytes {
			result := runtime.Text(fmt.Sprintf("URL: %s\nTitle: %s\nPNG of %d x %d pixels", quoteless(address), quote(title, 200), config.Width, config.Height))
			result.Parts = []runtime.Part{{Kind: runtime.PartImage, MIME: "image/png", Data: data}}
			return result, nil
		}
	}
	return runtime.Result{}, failed(ReasonLoadFailed, "the picture would have more than %d bytes: take one of the window instead of the whole page", maxScreenshotBytes)
}

// area is what the picture shows, at full size.
func (t *tab) area(ctx context.Context, whole bool) (*page.Viewport, error) {
	m, err := cdp.Call(ctx, t, page.GetLayoutMetrics, cdp.Empty{})
	if err != nil || m.CSSContentSize == nil || m.CSSVisualViewport == nil {
		return &page.Viewport{Width: viewportWidth, Height: viewportHeight, Scale: 1}, err
	}
	v := m.CSSVisualViewport
	if whole {
		return &page.Viewport{Width: min(max(m.CSSContentSize.Width, 1), 2*viewportWidth), Height: min(max(m.CSSContentSize.Height, 1), maxScreenshotHeight), Scale: 1}, nil
	}
	return &page.Viewport{X: v.PageX, Y: v.PageY, Width: v.ClientWidth, Height: v.ClientHeight, Scale: 1}, nil
}

func (t *tab) capture(ctx context.Context, area *page.Viewport, whole bool) ([]byte, error) {
	params := page.CaptureScreenshotParams{Format: page.CaptureScreenshotFormatPng, Clip: area, CaptureBeyondViewport: &whole}
	picture, err := cdp.Call(ctx, t, page.CaptureScreenshot, params)
	return picture.Data, err
}
