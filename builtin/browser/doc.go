// Package browser holds tools that drive a real Chromium: browser_open,
// browser_click, browser_type, browser_press, browser_scroll, browser_back,
// browser_snapshot, browser_screenshot, browser_console and browser_close.
//
// A call says what to do with the page that its session has open; what comes
// back is the page as a tree of roles and names, as assistive technology sees
// it, in which every element that can be used has a reference such as @e12. An
// element keeps its reference as long as it is in the page, and no reference is
// ever given again: one that is out of date is refused, and never means another
// element.
//
// # Sessions
//
// All sessions share one Chromium, which starts with the first browser_open.
// Each has a profile of its own, kept in memory: cookies, storage and cache are
// not shared. The calls of a session run one after the other, those of
// different sessions side by side. Sessions that were not used for a while are
// closed; with the last one Chromium ends.
//
// # Network
//
// Chromium looks up no names and connects to nothing but a proxy inside this
// process, one per session, which listens on loopback and wants a password made
// for that session. The proxy dials with the checked dialer of the client that
// the session's newest call was given. So everything that a page loads obeys
// policy: documents, scripts, sockets, redirects, frames, workers. Connections
// that a narrower policy no longer allows are cut when the next call begins.
// UDP (QUIC, WebRTC) is off.
//
// # Process
//
// Chromium is started through a [capability.Exec] that the application opens
// for the browser's life, see [Options]. It is driven over a pipe, not a port:
// no other process can take part. Where the process backend has its PID
// namespace, nothing of it is left after Shutdown, nor after a kill -9 of the
// application. Chromium's own sandbox is on unless the application runs as
// root, for whom Chromium has none.
//
// A Browser is safe for concurrent use.
//
//tool:defaults toolset=browser
package browser
