// Wiring registers the tools of several packages.
//
//tool:registry . ../behaviour ../shapes except=says,all,bare
package main

import (
	"fmt"
	"time"

	"github.com/toolgen/toolgen/internal/gen/emit/testdata/behaviour"
	"github.com/toolgen/toolgen/internal/gen/emit/testdata/shapes"
	"github.com/toolgen/toolgen/runtime"
)

// Ping is a tool of this package.
//
//tool:register
func Ping() string { return "pong" }

func main() {
	register()
	functions()
}

func register() {
	_, err := NewToolRegistry(ToolDeps{Lamp: behaviour.Lamp{}}, nil)
	fmt.Println(err)
	registry, err := NewToolRegistry(ToolDeps{Store: &shapes.Store{}}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range registry.Definitions(runtime.Policy{}) {
		fmt.Println(d.Name)
	}
}

// functions prints what functions over decoded arguments return.
func functions() {
	all, bare := behaviour.Tools()[0], behaviour.Tools()[1]
	lamp := behaviour.LampTools(behaviour.Lamp{})[0]
	shelf, at := "s", time.Date(2024, 2, 29, 12, 0, 0, 0, time.FixedZone("", 3600))
	full := &behaviour.Args{Inner: &behaviour.Inner{Shelf: &shelf}, Path: `a","b`, Color: "red", Line: -1, Size: 2, Share: 0.5, Yes: true, At: at, Since: &at, Wait: time.Second}
	for _, args := range []*behaviour.Args{full, {Path: "/"}} {
		fmt.Println(all.Key(args))
		fmt.Println(lamp.Key(args))
		fmt.Printf("source %q, %q\n", all.Source(args), lamp.Source(args))
		for _, tool := range []*runtime.Tool{all, lamp} {
			why, needed := tool.Approval.When(args)
			fmt.Printf("approval %t %q %q\n", needed, why, tool.Approval.Reason)
		}
	}
	fmt.Println(bare.Approval.When == nil, bare.Approval.Condition == "", bare.Approval.Reason, lamp.Concurrent, all.Available.CheckName, all.Available.Check(), lamp.Available.Check(), lamp.ShutdownKey != nil)
}
