package loop

import (
	"context"

	"github.com/toolgen/toolgen/builtin/task"
	"github.com/toolgen/toolgen/examples/agent/internal/model"
	"github.com/toolgen/toolgen/runtime"
)

// Run works on the task of a sub-agent. It keeps no session: a sub-agent that is interrupted must be started again. Its
// model gets only the tools of the request, and all calls go through the request, which enforces its budget.
func (a *Agent) Run(ctx context.Context, r *task.Request) (string, error) {
	conversation := []model.Entry{{Prompt: r.Prompt}}
	turn := &runtime.Turn{Session: r.Session, Policy: r.Policy, Visible: r.Tools}
	tools := a.definitions(turn)
	available, err := a.availableTokens(turn)
	if err != nil {
		return "", err
	}
	for {
		if err := a.checkCost(); err != nil {
			return "", err
		}
		if _, err := a.shortenAll(ctx, r.Session, conversation, available); err != nil {
			return "", err
		}
		answer, err := a.Model.Ask(ctx, &model.Request{System: a.System, Conversation: conversation, Tools: tools, Retry: retryReporter(a.report)})
		if err != nil {
			return "", err
		}
		a.count(answer.Usage)
		if err := r.Charge(a.Prices.of(answer.Usage)); err != nil {
			return "", err
		}
		if len(answer.Calls) == 0 {
			return answer.Text, nil
		}
		conversation = append(conversation, model.Entry{Answer: answer}, model.Entry{Results: r.Execute(ctx, answer.Calls)})
	}
}
