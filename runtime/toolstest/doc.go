// Package toolstest checks that tools, reducers, providers and registries fulfil their contracts, as
// testing/fstest and testing/slogtest do for file systems and log handlers, and helps to call tools in
// tests.
//
// The Check functions return all [Fault] values that they find, joined; nil means that there are none:
//
//	if err := toolstest.CheckTool(tool, nil); err != nil {
//		t.Error(err)
//	}
//
// The helpers replace the environment of a call: [Call] runs one, a [Recorder] records its progress and
// its log records, [NewFS] returns a file system in memory, and [WithClock] runs a test with a clock that
// does not wait.
//
// A value of this package can be used by several goroutines only if its documentation says so.
package toolstest
