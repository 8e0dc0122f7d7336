// Package toolstest checks that tools, reducers, providers and registries keep
// their contracts, as testing/fstest and testing/slogtest do for theirs, and
// helps to call tools in tests.
//
// The Check functions return every [Fault] they find, joined; nil means that
// there are none:
//
//	if err := toolstest.CheckTool(tool, nil); err != nil {
//		t.Error(err)
//	}
//
// The helpers stand in for the surroundings of a call: [Call] runs one, a
// [Recorder] keeps its progress and its log records, [NewFS] is a file system
// in memory, and [WithClock] runs a test on a clock that does not wait.
package toolstest
