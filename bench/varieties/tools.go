package varieties

import "context"

//go:generate go run github.com/toolgen/toolgen/cmd/toolgen .

// TakeFlag takes arguments, and does nothing.
//
//tool:register
func TakeFlag(_ context.Context, _ Flag) (string, error) { return "", nil }

// TakeName takes arguments, and does nothing.
//
//tool:register
func TakeName(_ context.Context, _ Name) (string, error) { return "", nil }

// TakeEight takes arguments, and does nothing.
//
//tool:register
func TakeEight(_ context.Context, _ Eight) (string, error) { return "", nil }

// TakeDocument takes arguments, and does nothing.
//
//tool:register
func TakeDocument(_ context.Context, _ Document) (string, error) { return "", nil }

// TakeIntegers takes arguments, and does nothing.
//
//tool:register
func TakeIntegers(_ context.Context, _ Integers) (string, error) { return "", nil }

// TakeFloats takes arguments, and does nothing.
//
//tool:register
func TakeFloats(_ context.Context, _ Floats) (string, error) { return "", nil }

// TakePoints takes arguments, and does nothing.
//
//tool:register
func TakePoints(_ context.Context, _ Points) (string, error) { return "", nil }

// TakeTree takes arguments, and does nothing.
//
//tool:register
func TakeTree(_ context.Context, _ Tree) (string, error) { return "", nil }

// TakeWide takes arguments, and does nothing.
//
//tool:register
func TakeWide(_ context.Context, _ Wide) (string, error) { return "", nil }

// TakeLabels takes arguments, and does nothing.
//
//tool:register
func TakeLabels(_ context.Context, _ Labels) (string, error) { return "", nil }

// TakeTimes takes arguments, and does nothing.
//
//tool:register
func TakeTimes(_ context.Context, _ Times) (string, error) { return "", nil }

// TakeEdits takes arguments, and does nothing.
//
//tool:register
func TakeEdits(_ context.Context, _ Edits) (string, error) { return "", nil }

// TakeOrder takes arguments, and does nothing.
//
//tool:register
func TakeOrder(_ context.Context, _ Order) (string, error) { return "", nil }

// TakeMatrix takes arguments, and does nothing.
//
//tool:register
func TakeMatrix(_ context.Context, _ Matrix) (string, error) { return "", nil }

// TakeIssue takes arguments, and does nothing.
//
//tool:register
func TakeIssue(_ context.Context, _ Issue) (string, error) { return "", nil }

// TakeGroups takes arguments, and does nothing.
//
//tool:register
func TakeGroups(_ context.Context, _ Groups) (string, error) { return "", nil }

// TakeServers takes arguments, and does nothing.
//
//tool:register
func TakeServers(_ context.Context, _ Servers) (string, error) { return "", nil }

// TakeDrawing takes arguments, and does nothing.
//
//tool:register
func TakeDrawing(_ context.Context, _ Drawing) (string, error) { return "", nil }
