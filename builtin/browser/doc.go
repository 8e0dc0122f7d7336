// Package browser holds tools that drive Chromium: browser_open, browser_click,
// browser_type, browser_press, browser_scroll, browser_back, browser_snapshot,
// browser_screenshot, browser_console, browser_file and browser_close.
//
// A call acts on the page of its session. browser_open and browser_snapshot return
// the page as a tree of roles and names, which comes from Chromium's accessibility
// tree, with the frames in it; browser_snapshot also finds lines, and returns the main
// text as Markdown. The other calls return the lines that changed, or the whole page
// where most of it did. Each element that can be used or reacts to the pointer has a
// reference such as @e12. An element keeps its reference as long as it is in the page
// with the same role and name, apart from digits, and no reference is used for two
// elements: a call with a reference that is out of date fails.
//
// # Files
//
// browser_file gives a page a copy of a file that the policy lets the tool read, and
// writes a file that a page downloaded. Downloads are kept in the directory of
// Chromium, up to the limits of maxDownloadBytes and maxDownloadedSum, until it ends.
//
// # Sessions
//
// Each session has a Chromium of its own, which starts with the session's first
// browser_open and ends with the session: what a page does can end only the pages
// of its own session. Cookies, storage and cache are in memory, and are not shared.
// The calls of one session run one after the other, those of different sessions
// concurrently. Idle sessions are closed.
//
// After a call that got no answer in time, the package checks whether Chromium can
// make an empty page. If it cannot, it is killed, and the call fails with
// [ReasonBrowserEnded]. The next browser_open starts a new one.
//
// # Network
//
// Chromium looks up no names, and connects only to a proxy inside this process.
// There is one proxy for each profile, which listens on a loopback address and
// requires a password. The proxy connects through the network client of the
// session's newest call, so that everything that a page loads obeys policy:
// documents, scripts, sockets, redirects, frames, workers. When a call has a
// narrower policy, connections that it does not allow are closed. UDP (QUIC,
// WebRTC) is disabled.
//
// A session has one profile for pages from public addresses and another one for
// pages from addresses that are not public, which the policy must name and open.
// The proxy of the first one connects to public addresses only. Pages of the
// second one can load parts such as scripts and images from public addresses, but
// no documents, in no frame: only browser_open leads from one profile to the
// other. A page from a public address therefore reaches no private address.
//
// Servers that ask for a password get none.
//
// # Input
//
// A click is sent only if the element is under the pointer after the pointer has
// moved there, and the button is released on the element only if the press
// arrived at it. A key or a text that would get to another element of the same
// frame, or of a frame around it, is stopped, also in a closed shadow tree. Input
// that does not arrive, or that another frame gets, is an error, and so is a text
// that a field does not take. A click at a closed shadow tree that may
// cover the element is an error too. Chromium's features that ask its user
// something, such as passkeys, screen sharing and payments, are disabled.
//
// # Limits
//
// Options.MaxSessions limits the number of Chromiums, Options.MaxSessionMemory the
// memory of each, and Options.MaxMemory that of all together: the largest one loses
// a page or ends. A page that opens dialogs or windows, sends requests or
// starts downloads or workers far more often than pages do is closed. A session
// whose pages and workers transport too much has no network until the next call.
// A page that does not answer for 10 seconds counts as hanging.
//
// # Texts
//
// Texts of a page are shown in lines of limited length, without invisible characters,
// except in emoji, and without what looks like a reference. Secrets are removed before that, also where
// invisible characters are in them. A secret that a page splits over several elements
// is not recognized.
//
// # Process
//
// Chromium is started through a [capability.Exec] that the application opens for
// the life of the browser, see [Options]. It is controlled through a pipe instead
// of a port, so that no other process can control it. URLs of other schemes, such
// as mailto and ssh, are refused: Chromium does not ask whether to open another
// program, its PATH has only the tools of its start script, and it has no
// connection to the desktop. All its files are in one temporary directory. The
// next start of any Chromium removes the directory of an application that was
// killed, on systems that have flock. Where the process backend
// has PID namespaces, no process is left after Shutdown, nor after a kill -9 of
// the application. Chromium's own sandbox is enabled unless the application runs
// as root, which Chromium does not support.
//
// A Browser is safe for concurrent use.
//
//tool:defaults toolset=browser
package browser
