package toolstest_test

import (
	"context"
	"testing"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/toolstest"
)

func TestRecorderLogs(t *testing.T) {
	tool := newTool(func(tool *runtime.Tool) {
		tool.Invoke = func(_ context.Context, call *runtime.Call) runtime.Result {
			call.Log(runtime.LogInfo, "one")
			call.Progress(runtime.ProgressEvent{Message: "half"})
			call.Logger("").Warn("two")
			return runtime.Text("")
		}
	})
	var recorder toolstest.Recorder
	toolstest.Call(t, tool, nil, &runtime.Turn{Emit: recorder.Emit, Log: recorder.Log})
	all, warnings := recorder.Logs(), recorder.Logs(runtime.LogWarning, runtime.LogError)
	if len(all) != 2 || all[0].Message != "one" || len(warnings) != 1 || warnings[0].Message != "two" || len(recorder.Events()) != 1 {
		t.Errorf("the records are %+v, the warnings %+v", all, warnings)
	}
}
