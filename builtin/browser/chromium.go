package browser

import (
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// chromium is a running Chromium.
type chromium struct {
	*conn
	running capability.Running
	end     context.CancelFunc // ends the Exec
	group   sync.WaitGroup     // its goroutines
}

// startTimeout limits the time until Chromium answers its first call.
const startTimeout = 30 * time.Second

// shell is the program that connects the pipes.
const shell = "sh"

// script starts the first program that exists of those before "--". Chromium
// reads commands from descriptor 3 and writes to descriptor 4. The script
// connects them to its standard input and output, which are the pipes of a
// capability.Exec. Other output goes to standard error. All files of Chromium
// are in the working directory, which is removed at the end.
const script = `
programs=
while [ "$1" != -- ]; do programs="$programs $1"; shift; done
shift
export TMPDIR="$PWD"
for program in $programs; do
	command -v "$program" >/dev/null || continue
	exec "$program" --user-data-dir="$PWD/profile" "$@" 3<&0 4>&1 </dev/null >&2
done
echo "no Chromium among:$programs" >&2
exit 127`

// flags are the arguments of Chromium. The proxy of the default profile does
// not exist, and names are not looked up, so that Chromium itself has no
// network: the profile of each session has its own proxy.
var flags = []string{
	"--headless=new", "--remote-debugging-pipe", "--no-startup-window", "--no-first-run", "--no-default-browser-check",
	"--disable-gpu", "--hide-scrollbars", "--disable-dev-shm-usage", "--disable-extensions", "--disable-default-apps", "--mute-audio",
	"--disable-background-networking", "--disable-component-update", "--disable-component-extensions-with-background-pages", "--metrics-recording-only",
	"--safebrowsing-disable-auto-update", "--disable-search-engine-choice-screen", "--disable-hang-monitor", "--disable-sync", "--disable-domain-reliability",
	"--disable-client-side-phishing-detection", "--disable-breakpad", "--no-pings", "--password-store=basic", "--use-mock-keychain",
	"--deny-permission-prompts", "--disable-notifications", "--disable-print-preview",
	"--disable-quic", "--webrtc-ip-handling-policy=disable_non_proxied_udp", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
	"--proxy-server=http://proxy.invalid:9", "--proxy-bypass-list=<-loopback>",
	"--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
	"--disable-features=AutofillServerCommunication,BackForwardCache,DialMediaRouteProvider,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,MediaRouter,NetworkTimeServiceQuerying,OptimizationHints,Prerender2,Translate",
	"--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows", "--disable-background-timer-throttling",
	"--window-size=" + strconv.Itoa(viewportWidth) + "," + strconv.Itoa(viewportHeight), "--force-device-scale-factor=1", "--lang=en-US",
}

// The size of the window, in pixels.
const (
	viewportWidth  = 1280
	viewportHeight = 800
)

// start starts Chromium and waits until it answers. The context limits only the
// wait.
func (o *Options) start(ctx context.Context, events func(*chromium)) (*chromium, error) {
	lifetime, end := context.WithCancel(context.WithoutCancel(ctx))
	stopCancel := context.AfterFunc(ctx, end) // Start may wait for other processes
	exec, err := o.Exec(lifetime)
	if err != nil {
		end()
		return nil, fmt.Errorf("browser: Options.Exec refused to run Chromium: %w", err)
	}
	running, err := exec.Start(lifetime, capability.Command{Name: shell, Args: o.arguments()})
	if err != nil {
		end()
		return nil, fmt.Errorf("browser: Chromium was not started: %w", err)
	}
	stopCancel()
	c := &chromium{running: running, end: end}
	stderr := &tail{limit: 4 << 10}
	c.group.Go(func() { _, _ = io.Copy(stderr, running.Stderr()) })
	c.conn = connect(running.Stdout(), running.Stdin(), &c.group)
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
func (o *Options) arguments() []string {
	args := append([]string{"-c", script, shell}, o.candidates()...)
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
