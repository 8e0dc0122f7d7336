// Package missing has tools of which parts are missing.
package missing

import "example.com/tools/elsewhere"

//tool:register
func Undescribed() {} // want `Undescribed has no description.*TG1206`

// ToDo TODO: say what it does.
//
//tool:register
func ToDo() {} // want `ToDo has no description.*TG1206.*; fix: write a doc comment`

// want +4 `but not //tool:register.*TG1016`

// Unregistered is not a tool yet.
//
//tool:read-only
func Unregistered() {}

// want +5 `//tool:retry needs //tool:idempotent.*TG1015`

// Again is repeated.
//
//tool:register
//tool:retry 2
func Again() {}

// want +5 `//tool:timeout needs .*TG1010`

// Slow takes its time.
//
//tool:register
//tool:timeout
func Slow() {}

// want +5 `//tool:id needs .*TG1010.*; fix: write`

// Kept has an id.
//
//tool:register
//tool:id
func Kept() {}

// Mode is a mode.
type Mode string

// The modes.
const (
	Fast   Mode = "fast"
	Slowly      = "slow" // want `the constant Slowly has no type.*TG1320`
	Later       = "late"
)

// Args are arguments.
type Args struct {
	// The mode.
	Mode Mode `json:"mode"`
	// Anything.
	Extra any `json:"extra"` // want `field Extra: any may hold any JSON value.*TG1304`
	// The rest.
	Rest struct{ Deep any } `json:"rest"` // want `field Deep: any may hold any JSON value.*TG1304.*; fix:`
	// Another thing.
	Thing elsewhere.Thing `json:"thing"`
}

// Use uses it.
//
//tool:register
func Use(args Args) {}
