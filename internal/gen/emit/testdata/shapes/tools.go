package shapes

import (
	"context"
	"fmt"

	"github.com/toolgen/toolgen/runtime"
)

// Report is a result with a text of its own.
type Report struct {
	Count int `json:"count"`
}

// String is the text.
func (r *Report) String() string { return fmt.Sprintf("%d things", r.Count) }

// Silent is a result without.
type Silent struct {
	Count int `json:"count"`
}

// Scalars returns its arguments, a value without an error.
//
//tool:register
func Scalars(args ScalarArgs) ScalarArgs { return args }

// Anything returns its arguments.
//
//tool:register
func Anything(args AnyArgs) AnyArgs { return args }

// Checked returns its arguments.
//
//tool:register
func Checked(_ context.Context, args CheckedArgs) (CheckedArgs, error) { return args, nil }

// Defaults returns its arguments by a pointer.
//
//tool:register
func Defaults(args DefaultArgs) (*DefaultArgs, error) { return &args, nil }

// Embedded returns its arguments.
//
//tool:register
func Embedded(args EmbeddedArgs) (*EmbeddedArgs, error) { return &args, nil }

// NestedTool returns its arguments.
//
//tool:register nested
func NestedTool(args NestedArgs) (NestedArgs, error) { return args, nil }

// Trees returns its arguments.
//
//tool:register
func Trees(_ context.Context, args TreeArgs) (TreeArgs, error) { return args, nil }

// Wide returns its arguments.
//
//tool:register
func Wide(args WideArgs) WideArgs { return args }

// Nothing has neither parameters nor results.
//
//tool:register
func Nothing() {}

// Fails returns an error alone.
//
//tool:register
func Fails(NoArgs) error { return runtime.Errorf(runtime.NotAvailable, "not today") }

// Says returns a text.
//
//tool:register
func Says(context.Context) string { return "said" }

// Counts returns a slice.
//
//tool:register
func Counts() ([]Kind, error) { return []Kind{KindTask}, nil }

// Whole returns a whole result.
//
//tool:register
func Whole(_ context.Context, call *runtime.Call) (runtime.Result, error) {
	return runtime.Text("called " + call.ID()), nil
}

// Tells returns a value with a text of its own.
//
//tool:register
func Tells() *Report { return &Report{Count: 3} }

// TellsNothing returns nil instead of one.
//
//tool:register
func TellsNothing() *Report { return nil }

// Store is a receiver.
type Store struct{ Name string }

// Get is a method.
//
//tool:register
func (s *Store) Get(_ context.Context, args NoArgs) (string, error) { return s.Name, nil }

// Peek has a receiver by value.
//
//tool:register
func (s Store) Peek() (Silent, error) { return Silent{len(s.Name)}, nil }

// Shutdown ends the store.
func (s *Store) Shutdown(context.Context) error {
	s.Name = ""
	return nil
}
