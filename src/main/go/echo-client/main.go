// Command echo-client is the client of the echo experiment written in Go: it calls callcost's EchoService in rounds and
// writes what a call of each round took as JMH writes a result. README.md has the question it helps to answer.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

// The exit codes are those of benchmarks.jar.
const (
	exitFailed  = 1
	exitUsage   = 64
	exitBadFile = 65
)

// failure is an error with the exit code that it ends the process with.
type failure struct {
	code int
	what string
}

func (f failure) Error() string { return f.what }

func failed(format string, args ...any) error {
	return failure{exitFailed, fmt.Sprintf(format, args...)}
}
func badUsage(format string, args ...any) error {
	return failure{exitUsage, fmt.Sprintf(format, args...)}
}
func badFile(format string, args ...any) error {
	return failure{exitBadFile, fmt.Sprintf(format, args...)}
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run is main with its surroundings as arguments; it returns the exit code.
func run(args []string, out, complaints io.Writer) int {
	verb := measure
	if len(args) > 0 && args[0] == "merge" {
		verb, args = merge, args[1:]
	}
	err := verb(args, out)
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return 0
	}
	fmt.Fprintln(complaints, "echo-client:", strings.Join(strings.Fields(err.Error()), " "))
	var f failure
	if errors.As(err, &f) {
		return f.code
	}
	return exitFailed
}
