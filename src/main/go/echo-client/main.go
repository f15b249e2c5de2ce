// Command echo-client is the client of the echo experiment written in Go: it calls callcost's EchoService in rounds and
// writes what a call of each round took as JMH writes a result. README.md has the question it helps to answer.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"callcost.dev/echo-client/echo"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
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

func badUsage(format string, args ...any) error {
	return failure{exitUsage, fmt.Sprintf(format, args...)}
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run is main with its surroundings as arguments; it returns the exit code.
func run(args []string, out, complaints io.Writer) int {
	o, err := parse(args, out)
	if err == nil {
		err = measure(o, out)
	}
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

func parse(args []string, out io.Writer) (options, error) {
	var o options
	flags := flag.NewFlagSet("echo-client", flag.ContinueOnError)
	flags.StringVar(&o.address, "address", "", "the server's `HOST:PORT`, required")
	flags.IntVar(&o.requests, "requests", 10_000, "calls of a round")
	flags.IntVar(&o.rounds, "rounds", 10, "rounds")
	flags.DurationVar(&o.pause, "pause", time.Second, "time between two rounds")
	flags.IntVar(&o.inFlight, "inflight", 0, "`N` goroutines, each of which makes one call after the other; 0 for one a call")
	flags.StringVar(&o.server, "server", "", "`NAME` of the server's state in the results, such as OWN_JVM_FRESH")
	flags.StringVar(&o.file, "o", "", "results `FILE` (default standard output)")
	flags.Usage = func() {}
	flags.SetOutput(io.Discard)
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(out, "Usage: echo-client -address HOST:PORT [flags]")
		flags.SetOutput(out)
		flags.PrintDefaults()
		return o, err
	} else if err != nil {
		return o, badUsage("%v; -h lists the flags", err)
	}
	if flags.NArg() > 0 {
		return o, badUsage("%q is no flag; -h lists them", flags.Arg(0))
	}
	if _, _, err := net.SplitHostPort(o.address); err != nil {
		return o, badUsage("-address %s is not HOST:PORT", o.address)
	}
	if o.requests < 1 || o.rounds < 1 || o.pause < 0 || o.inFlight < 0 || o.inFlight > o.requests {
		return o, badUsage("-requests and -rounds are at least 1, -pause is not negative, -inflight at most -requests")
	}
	if o.inFlight == 0 {
		o.inFlight = o.requests
	}
	return o, nil
}

// measure runs the rounds over one connection and writes their result.
//
// The connection is made by the first call, as in the Java client: grpc.NewClient connects to nothing. The address goes to
// the dialer as it is, past gRPC's resolver and a proxy that the environment may name.
func measure(o options, out io.Writer) error {
	connection, err := grpc.NewClient("passthrough:///"+o.address,
		grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithNoProxy())
	if err != nil {
		return badUsage("-address %s: %v", o.address, err)
	}
	defer connection.Close()
	service := echo.NewEchoServiceClient(connection)
	var micros []float64
	for number := 1; number <= o.rounds; number++ {
		if number > 1 {
			time.Sleep(o.pause)
		}
		r := round{requests: o.requests, inFlight: o.inFlight}
		took := r.run(context.Background(), service)
		if r.failures > 0 {
			return fmt.Errorf("round %d: %d of %d calls failed, the first with: %v", number, r.failures, o.requests, r.first)
		}
		micros = append(micros, float64(took.Nanoseconds())/1e3/float64(o.requests))
	}
	text, err := json.MarshalIndent([]row{newRow(o, micros)}, "", "    ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if o.file == "" {
		_, err = out.Write(text)
		return err
	}
	if err := os.WriteFile(o.file, text, 0o644); err != nil {
		return failure{exitBadFile, err.Error()}
	}
	return nil
}

// row is one row of a results file in the layout of JMH's JSON writer: a process is a fork, a round an iteration. Members of
// JMH's that say how a JVM was run are left out.
type row struct {
	Benchmark             string            `json:"benchmark"`
	Mode                  string            `json:"mode"`
	Threads               int               `json:"threads"`
	Forks                 int               `json:"forks"`
	GoVersion             string            `json:"goVersion"`
	GrpcGoVersion         string            `json:"grpcGoVersion"`
	GoMaxProcs            int               `json:"goMaxProcs"`
	Requests              int               `json:"requests"`
	Pause                 string            `json:"pause"`
	WarmupIterations      int               `json:"warmupIterations"`
	MeasurementIterations int               `json:"measurementIterations"`
	Params                map[string]string `json:"params"`
	PrimaryMetric         metric            `json:"primaryMetric"`
	SecondaryMetrics      struct{}          `json:"secondaryMetrics"`
}

type metric struct {
	Score      float64     `json:"score"`
	ScoreError string      `json:"scoreError"` // rounds of a client that warms up are no sample of one quantity
	ScoreUnit  string      `json:"scoreUnit"`
	RawData    [][]float64 `json:"rawData"`
}

// newRow is the row of this process. micros is, for each round, the microseconds that it took divided by its requests.
func newRow(o options, micros []float64) row {
	params := map[string]string{"inFlight": strconv.Itoa(o.inFlight)}
	if o.server != "" {
		params["server"] = o.server
	}
	sum := 0.0
	for _, round := range micros {
		sum += round
	}
	return row{
		Benchmark:             "dev.callcost.go.EchoClient.round",
		Mode:                  "ss",
		Threads:               1,
		Forks:                 1,
		GoVersion:             runtime.Version(),
		GrpcGoVersion:         grpc.Version,
		GoMaxProcs:            runtime.GOMAXPROCS(0),
		Requests:              o.requests,
		Pause:                 o.pause.String(),
		MeasurementIterations: o.rounds,
		Params:                params,
		PrimaryMetric: metric{
			Score: sum / float64(len(micros)), ScoreError: "NaN", ScoreUnit: "us/op", RawData: [][]float64{micros}},
	}
}
