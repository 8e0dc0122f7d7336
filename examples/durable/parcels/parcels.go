// Package parcels has tools that deliver parcels, a file in which each delivery is a line,
// and one in which each start of a delivery is a line. Delivering is not idempotent: a call
// that runs twice delivers twice.
package parcels

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// Depot delivers parcels. It is safe for concurrent use, in several processes.
type Depot struct {
	// Ledger is the path of the file of deliveries, and Starts that of their starts.
	Ledger, Starts string
	// Takes is how long a delivery takes.
	Takes time.Duration
}

// DeliverArgs are the arguments of deliver_parcel.
type DeliverArgs struct {
	// The number of the parcel.
	Parcel int `json:"parcel" jsonschema:"minimum=1"`
	// The town to which the parcel goes.
	Town string `json:"town" jsonschema:"minLength=1"`
}

// Deliver delivers a parcel.
//
//tool:register deliver_parcel
//tool:toolset parcels
//tool:side-effects
//tool:serialize town
//tool:timeout 1m
//tool:example {"parcel": 1, "town": "Bern"}
func (d *Depot) Deliver(ctx context.Context, call *runtime.Call, args DeliverArgs) (string, error) {
	line := fmt.Sprintf("%d %s %d %s", args.Parcel, args.Town, os.Getpid(), call.IdempotencyKey())
	if err := addLine(d.Starts, line); err != nil {
		return "", err
	}
	for step := range 4 {
		percent := float64(25 * step)
		call.Progress(runtime.ProgressEvent{Message: fmt.Sprintf("parcel %d is on its way", args.Parcel), Percent: &percent, Audience: runtime.AudienceUser})
		select {
		case <-time.After(d.Takes / 4):
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	if err := addLine(d.Ledger, line); err != nil {
		return "", err
	}
	return fmt.Sprintf("parcel %d is in %s", args.Parcel, args.Town), nil
}

// WeighArgs are the arguments of weigh_parcel.
type WeighArgs struct {
	// The number of the parcel.
	Parcel int `json:"parcel" jsonschema:"minimum=1"`
}

// Weigh returns the weight of a parcel.
//
//tool:register weigh_parcel
//tool:toolset parcels
//tool:read-only
//tool:concurrent
//tool:example {"parcel": 1}
func (d *Depot) Weigh(ctx context.Context, args WeighArgs) (string, error) {
	select {
	case <-time.After(d.Takes):
		return fmt.Sprintf("parcel %d has %d kg", args.Parcel, 1+args.Parcel%7), nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// List returns the numbers of the delivered parcels.
//
//tool:register list_deliveries
//tool:toolset parcels
//tool:read-only
func (d *Depot) List() (string, error) {
	lines, err := Lines(d.Ledger)
	var numbers []string
	for _, line := range lines {
		numbers = append(numbers, strings.Fields(line)[0])
	}
	return strings.Join(numbers, " "), err
}

// CloseArgs are the arguments of close_depot.
type CloseArgs struct {
	// Why the depot closes.
	Reason string `json:"reason"`
}

// Close closes the depot for the day.
//
//tool:register close_depot
//tool:toolset parcels
//tool:destructive
//tool:requires-approval reason="no parcel can be delivered after it"
//tool:example {"reason": "it is late"}
func (d *Depot) Close(_ context.Context, _ CloseArgs) (string, error) {
	return "the depot is closed", nil
}

// Lines returns the lines of a file of a depot: the number of a parcel, its town, the
// process that delivers it, and the key of the call.
func Lines(path string) ([]string, error) {
	data, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return nil, nil
	}
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n"), err
}

// addLine adds a line to a file of a depot.
func addLine(path, line string) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(file, line); err != nil {
		return err
	}
	return file.Close()
}
