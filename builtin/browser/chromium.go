package browser

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// chromium is the running Chromium of one session.
type chromium struct {
	*conn
	running capability.Running
	memory  watchedChromium

	directory     string // of its files
	uploads       int    // the number of files that pages got, and their bytes
	uploadedBytes int64
	end           context.CancelFunc // ends the Exec
	group         sync.WaitGroup     // its goroutines
	reason        atomic.Pointer[runtime.Error]
}

// startTimeout limits the time until Chromium answers its first call.
var startTimeout = 30 * time.Second

// noProxy is a proxy that does not exist.
const noProxy = "http://proxy.invalid:9"

// flags are the arguments of Chromium. The proxy of the default profile does
// not exist, and names are not looked up, so that Chromium itself has no
// network: each profile of the session has its own proxy.
var flags = []string{
	"--headless=new", "--remote-debugging-pipe", "--no-startup-window", "--no-first-run", "--no-default-browser-check",
	"--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage", "--disable-extensions", "--disable-default-apps", "--mute-audio",
	"--disable-background-networking", "--disable-component-update", "--disable-component-extensions-with-background-pages", "--metrics-recording-only",
	"--safebrowsing-disable-auto-update", "--disable-search-engine-choice-screen", "--disable-hang-monitor", "--disable-sync", "--disable-domain-reliability",
	"--disable-client-side-phishing-detection", "--disable-breakpad", "--no-pings", "--password-store=basic", "--use-mock-keychain",
	"--deny-permission-prompts", "--disable-notifications", "--disable-print-preview",
	"--disable-quic", "--webrtc-ip-handling-policy=disable_non_proxied_udp", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
	"--proxy-server=" + noProxy, "--proxy-bypass-list=<-loopback>",
	"--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
	"--disable-blink-features=" + strings.Join(promptingFeatures, ","),
	"--disable-features=AutofillServerCommunication,BackForwardCache,DialMediaRouteProvider,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,Prerender2,SpareRendererForSitePerProcess,Translate," +
		"WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,WebUIOmniboxPopup", // each window would have a process for the suggestions of its address field
	"--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows", "--disable-background-timer-throttling",
	"--window-size=" + strconv.Itoa(viewportWidth) + "," + strconv.Itoa(viewportHeight), "--force-device-scale-factor=1", "--lang=en-US",
}

// promptingFeatures are the features of pages for which Chromium asks its user
// something in a dialog that no snapshot shows, and which take all input while
// the dialog is open.
var promptingFeatures = []string{
	"DigitalGoods", "DocumentPictureInPictureAPI", "EyeDropperAPI", "FedCm", "GetDisplayMedia", "PaymentRequest", "Serial", "WebAuth", "WebBluetooth", "WebHID",
	"WebIdentityDigitalCredentials", "WebIdentityDigitalCredentialsCreation", "WebOTP", "WebShare", "WebUSB", "WebXR", "PointerLock",
}

// The size of the window, in pixels.
const (
	viewportWidth  = 1280
	viewportHeight = 800
)

// start starts Chromium and waits until it answers. The context limits only the
// wait.
func (o *Options) start(ctx context.Context, memory *memoryWatch, events func(*chromium)) (*chromium, error) {
	lifetime, end := context.WithCancel(context.WithoutCancel(ctx))
	stopCancel := context.AfterFunc(ctx, end) // Start may wait for other processes
	exec, err := o.Exec(lifetime)
	if err != nil {
		end()
		return nil, fmt.Errorf("browser: Options.Exec refused to run Chromium: %w", err)
	}
	files, err := newDirectory()
	if err != nil {
		end()
		return nil, fmt.Errorf("browser: the directory of Chromium could not be created: %w", err)
	}
	running, err := exec.Start(lifetime, capability.Command{Name: shell, Args: o.arguments(files.path)})
	if err != nil {
		end()
		files.remove()
		return nil, fmt.Errorf("browser: Chromium was not started: %w", err)
	}
	stopCancel()
	c := &chromium{running: running, end: end, directory: files.path}
	c.memory.argument, c.memory.end = "--user-data-dir="+files.path+"/", func() { c.setReason(errMemory) }
	stderr := &tail{limit: 4 << 10}
	c.group.Go(func() { _, _ = io.Copy(stderr, running.Stderr()) })
	c.conn = connect(running.Stdout(), running.Stdin(), &c.group)
	memory.add(&c.memory)
	c.group.Go(func() { // also when Chromium crashes
		<-c.done
		memory.remove(&c.memory)
		_, _ = running.Wait()
		files.remove()
	})
	events(c)
	if err := c.prepare(ctx); err != nil {
		c.stop()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, runtime.Errorf(runtime.NotAvailable, "Chromium did not start (%w); its output is: %s", err, clean(stderr.String(), 500))
	}
	return c, nil
}

// arguments returns the arguments of the shell.
func (o *Options) arguments(dir string) []string {
	args := append([]string{"-c", script, shell, dir}, o.candidates()...)
	args = append(append(args, "--"), flags...)
	if o.NoSandbox || os.Geteuid() == 0 {
		args = append(args, "--no-sandbox")
	}
	return args
}

// prepare waits for the first answer, and makes new pages wait until they are
// set up.
func (c *chromium) prepare(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	if _, err := cdp.Call(ctx, c.browserTarget(), browser.GetVersion, cdp.Empty{}); err != nil {
		return err
	}
	_, err := cdp.Call(ctx, c.browserTarget(), target.SetAutoAttach, target.SetAutoAttachParams{
		AutoAttach: true, WaitForDebuggerOnStart: true, Flatten: new(true),
		Filter: target.Filter{{Type: "page"}, {Exclude: true}},
	})
	return err
}

// browserTarget returns the target of Chromium itself, as opposed to its pages.
func (c *chromium) browserTarget() targetSession { return targetSession{conn: c.conn} }

// setReason records why Chromium is going to end. Only the first reason counts.
func (c *chromium) setReason(reason *runtime.Error) { c.reason.CompareAndSwap(nil, reason) }

// endError returns the error of calls after the end of Chromium.
func (c *chromium) endError() *runtime.Error {
	if reason := c.reason.Load(); reason != nil {
		return reason
	}
	return errLost
}

// stop ends Chromium and all processes that it started, and waits for that.
func (c *chromium) stop() {
	_ = c.running.Kill()
	c.end()
	_, _ = c.running.Wait()
	c.group.Wait()
}

// tail keeps the last bytes written to it.
type tail struct {
	mu    sync.Mutex
	limit int
	kept  []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p...)
	t.kept = t.kept[max(0, len(t.kept)-t.limit):]
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.kept)
}
