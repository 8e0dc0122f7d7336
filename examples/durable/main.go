// Durable is the loop of an agent as a workflow of Temporal, whose tools run on several
// workers. It starts a development server and two workers, kills one worker in the
// middle of a batch, and prints what happened:
//
//	make durable
//
// It exits with the status 0 only if each call has a result, each parcel was delivered
// exactly once, and no delivery started twice.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var err error
	switch args := os.Args[1:]; {
	case len(args) == 3 && args[0] == "worker":
		err = runWorker(ctx, args[1], args[2], os.Stdout)
	case len(args) == 2 && args[0] == "demo":
		err = demo(ctx, args[1], os.Stdout)
	default:
		err = fmt.Errorf("expected: durable demo PATH-OF-TEMPORAL, or durable worker ADDRESS DIRECTORY")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "durable:", err)
		stop()
		os.Exit(1) //nolint:gocritic // stop has run
	}
}
