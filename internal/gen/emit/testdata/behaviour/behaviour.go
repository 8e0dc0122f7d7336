// Package behaviour has a tool for everything that directives ask for.
package behaviour

import (
	"context"
	"net/http"
	"time"

	"github.com/toolgen/toolgen/runtime"
	"github.com/toolgen/toolgen/runtime/capability"
)

// Inner is embedded by pointer.
type Inner struct {
	Shelf *string `json:"shelf,omitzero"`
}

// Color is a text.
type Color string

// Args are the arguments.
type Args struct {
	*Inner
	Path  string        `json:"path"`
	Color Color         `json:"color,omitzero"`
	Line  int32         `json:"line,omitzero"`
	Size  uint          `json:"size,omitzero"`
	Share float64       `json:"share,omitzero"`
	Yes   bool          `json:"yes,omitzero"`
	At    time.Time     `json:"at,omitzero"`
	Since *time.Time    `json:"since,omitzero"`
	Wait  time.Duration `json:"wait,omitzero"`
}

// All takes everything that can be injected.
//
//tool:register
//tool:id example.org/tests/all
//tool:title All of it
//tool:toolset everything
//tool:category tests
//tool:version 1.2
//tool:requires admin
//tool:max-result-chars 100
//tool:timeout 90s
//tool:idempotent
//tool:open-world
//tool:side-effects
//tool:always-include
//tool:return-direct
//tool:exclusive
//tool:no-repair
//tool:strict
//tool:example {"path":"a"}
//tool:example {"path":"`"}
//tool:available env=HOME bin=git,ls func=Ready
//tool:requires-approval func=Risky reason="touches \"/\""
//tool:untrusted-output source=path
//tool:cache ttl=1h key=path,color
//tool:retry 2 backoff=50ms
//tool:serialize shelf path color line size share yes at since wait
//tool:dry-run Plan
//tool:fs read=docs write=out
//tool:network *.example.org
//tool:process git
//tool:secrets a/*
//tool:storage session ttl=1m
//tool:attachments image
func All(ctx context.Context, call *runtime.Call, files capability.FS, writable capability.WriteFS, client *http.Client,
	exec capability.Exec, secrets capability.Secrets, kv capability.KV, attachments capability.Attachments, args Args) (runtime.Result, error) {
	return runtime.Text(args.Path), nil
}

// Plan says what All would do.
func Plan(ctx context.Context, call *runtime.Call, files capability.FS, writable capability.WriteFS, client *http.Client,
	exec capability.Exec, secrets capability.Secrets, kv capability.KV, attachments capability.Attachments, args Args) string {
	return "would " + args.Path
}

// Risky says which calls need approval.
func Risky(args Args) bool { return args.Path == "/" }

// Ready says whether All can run.
func Ready() bool { return true }

// Lamp is a receiver by value.
type Lamp struct{ lit []bool }

// Switch is a method.
//
//tool:register
//tool:destructive
//tool:concurrent
//tool:requires-approval func=text
//tool:available func=Works
//tool:untrusted-output source=shelf
//tool:serialize path
//tool:dry-run WouldSwitch
func (l Lamp) Switch(args Args) error { return nil }

// text says why a call needs approval: no local variable of the generated file
// has its name.
func text(args Args) string {
	if args.Path == "/" {
		return "switches " + args.Path
	}
	return ""
}

// Works says whether Switch can run.
func (l Lamp) Works() bool { return true }

// WouldSwitch says what Switch would do.
func (l Lamp) WouldSwitch(args Args) (string, error) { return "", nil }

// Shutdown puts the lamp out.
func (l Lamp) Shutdown(ctx context.Context) error { return nil }

// Bare takes no arguments.
//
//tool:register
//tool:requires-approval reason=always
//tool:read-only
//tool:cache
//tool:untrusted-output
func Bare() {}

// Plain takes its arguments one by one.
//
//   - path: the path of the file
//
//tool:register
//tool:arg line "The number of the line" minimum=1 default=1
//tool:serialize path
//tool:requires-approval func=isPlain
//tool:dry-run WouldPlain
func Plain(ctx context.Context, path string, line int32, colors []Color, share *float64) error {
	return nil
}

func isPlain(path string, line int32, colors []Color, share *float64) bool { return path != "" }

// WouldPlain says what Plain would do.
func WouldPlain(ctx context.Context, path string, line int32, colors []Color, share *float64) string {
	return path
}

// Pointer takes a pointer.
//
//tool:register
//tool:requires-approval func=isPointer
func (l Lamp) Pointer(args *Args) {}

func isPointer(args *Args) string { return args.Path }
