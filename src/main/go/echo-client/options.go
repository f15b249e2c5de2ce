package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"strconv"
	"time"
)

// options are what one process is asked to measure.
type options struct {
	address  string        // of the server, HOST:PORT
	requests int           // calls of a round
	rounds   int           // at least 1
	pause    time.Duration // between two rounds
	inFlight int           // calls under way at most, 1 to requests
	server   string        // the label of the server in the results, empty for none
	file     string        // where results go, empty for standard output
}

func parseOptions(args []string, out io.Writer) (options, error) {
	var o options
	flags := flag.NewFlagSet("echo-client", flag.ContinueOnError)
	flags.StringVar(&o.address, "address", "", "the server's `HOST:PORT`, required")
	flags.IntVar(&o.requests, "requests", 10_000, "calls of a round")
	flags.IntVar(&o.rounds, "rounds", 10, "rounds")
	flags.DurationVar(&o.pause, "pause", time.Second, "time between two rounds")
	flags.IntVar(&o.inFlight, "inflight", 0, "`N` goroutines, each of which makes one call after the other; 0 for one a call")
	flags.StringVar(&o.server, "server", "", "`NAME` of the server's state in the results, such as OWN_JVM_FRESH")
	flags.StringVar(&o.file, "o", "", "results `FILE`, replaced when all went well (default standard output)")
	usage := "echo-client -address HOST:PORT [flags]\n   or: echo-client merge [-o FILE] FILE..."
	if err := parse(flags, args, usage, out); err != nil {
		return o, err
	}
	if flags.NArg() > 0 {
		return o, badUsage("%q is no flag; -h lists them", flags.Arg(0))
	}
	if o.address == "" {
		return o, badUsage("-address HOST:PORT is missing")
	}
	if host, port, err := net.SplitHostPort(o.address); err != nil || host == "" || !isPort(port) {
		return o, badUsage("-address %s is not HOST:PORT", o.address)
	}
	if o.requests < 1 || o.rounds < 1 {
		return o, badUsage("-requests and -rounds must be at least 1")
	}
	if o.pause < 0 {
		return o, badUsage("-pause must not be negative")
	}
	if o.inFlight < 0 || o.inFlight > o.requests {
		return o, badUsage("-inflight must be from 0 to the %d of -requests", o.requests)
	}
	if o.inFlight == 0 {
		o.inFlight = o.requests
	}
	return o, nil
}

func isPort(text string) bool {
	port, err := strconv.ParseUint(text, 10, 16)
	return err == nil && port > 0
}

// parse keeps a mistake to one line and prints the flags only when they are asked for.
func parse(flags *flag.FlagSet, args []string, usage string, out io.Writer) error {
	flags.Usage = func() {}
	flags.SetOutput(io.Discard)
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintf(out, "Usage: %s\n", usage)
		flags.SetOutput(out)
		flags.PrintDefaults()
		return err
	}
	if err != nil {
		return badUsage("%v; -h lists the flags", err)
	}
	return nil
}
