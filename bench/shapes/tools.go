package shapes

import "context"

// Clock answers with the zone that it was asked for. Like the other tools here
// it returns a text that exists already, so that a call costs what reading its
// arguments and carrying its answer cost.
//
//tool:register
func Clock(_ context.Context, args ClockArgs) (string, error) { return args.Zone, nil }

// Grep answers with its pattern.
//
//tool:register
func Grep(_ context.Context, args GrepArgs) (string, error) { return args.Pattern, nil }

// Plan answers with the title of the last step.
//
//tool:register
func Plan(_ context.Context, args PlanArgs) (string, error) {
	return args.Steps[len(args.Steps)-1].Title, nil
}
