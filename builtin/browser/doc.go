// Package browser holds tools that drive Chromium: browser_open, browser_click,
// browser_type, browser_press, browser_scroll, browser_back, browser_snapshot,
// browser_screenshot, browser_console and browser_close.
//
// A call acts on the page of its session and returns the page as a tree of roles
// and names, which comes from Chromium's accessibility tree. Each element that
// can be used has a reference such as @e12. An element keeps its reference as
// long as it is in the page, and no reference is used for two elements: a call
// with a reference that is out of date fails.
//
// # Sessions
//
// All sessions share one Chromium, which starts with the first browser_open.
// Each session has its own profile in memory: cookies, storage and cache are not
// shared. The calls of one session run one after the other, those of different
// sessions concurrently. Idle sessions are closed, and Chromium ends with the
// last session.
//
// # Network
//
// Chromium looks up no names, and connects only to a proxy inside this process.
// There is one proxy for each session, which listens on a loopback address and
// requires a password. The proxy connects through the network client of the
// session's newest call, so that everything that a page loads obeys policy:
// documents, scripts, sockets, redirects, frames, workers. When a call has a
// narrower policy, connections that it does not allow are closed. UDP (QUIC,
// WebRTC) is disabled.
//
// # Process
//
// Chromium is started through a [capability.Exec] that the application opens for
// the life of the browser, see [Options]. It is controlled through a pipe instead
// of a port, so that no other process can control it. Where the process backend
// has PID namespaces, no process is left after Shutdown, nor after a kill -9 of
// the application. Chromium's own sandbox is enabled unless the application runs
// as root, which Chromium does not support.
//
// A Browser is safe for concurrent use.
//
//tool:defaults toolset=browser
package browser
