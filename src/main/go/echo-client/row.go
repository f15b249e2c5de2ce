package main

import (
	"runtime"
	"strconv"

	"google.golang.org/grpc"
)

const benchmark = "dev.callcost.go.EchoClient.round"

// row is one row of a results file in the layout of JMH's JSON writer: a process is a fork, a round an iteration. Members of
// JMH's that say how a JVM was run are left out.
type row struct {
	Benchmark string `json:"benchmark"`
	Mode      string `json:"mode"`
	Threads   int    `json:"threads"`
	Forks     int    `json:"forks"`
	settings
	Params           map[string]string `json:"params"`
	PrimaryMetric    metric            `json:"primaryMetric"`
	SecondaryMetrics struct{}          `json:"secondaryMetrics"`
}

// settings are what must be equal in all forks of a row.
type settings struct {
	GoVersion             string `json:"goVersion"`
	GrpcGoVersion         string `json:"grpcGoVersion"`
	GoMaxProcs            int    `json:"goMaxProcs"`
	Requests              int    `json:"requests"`
	Pause                 string `json:"pause"`
	WarmupIterations      int    `json:"warmupIterations"`
	MeasurementIterations int    `json:"measurementIterations"`
}

type metric struct {
	Score      float64     `json:"score"`
	ScoreError string      `json:"scoreError"` // rounds of a client that warms up are no sample of one quantity
	ScoreUnit  string      `json:"scoreUnit"`
	RawData    [][]float64 `json:"rawData"`
}

// newRow is the row of this process.
//
// micros is, for each round, the microseconds that it took divided by its requests.
func newRow(o options, micros []float64) row {
	params := map[string]string{"inFlight": strconv.Itoa(o.inFlight)}
	if o.server != "" {
		params["server"] = o.server
	}
	return row{
		Benchmark: benchmark,
		Mode:      "ss",
		Threads:   1,
		settings: settings{
			GoVersion:             runtime.Version(),
			GrpcGoVersion:         grpc.Version,
			GoMaxProcs:            runtime.GOMAXPROCS(0),
			Requests:              o.requests,
			Pause:                 o.pause.String(),
			MeasurementIterations: o.rounds,
		},
		Params: params,
	}.with([][]float64{micros})
}

// with is the row with other forks; its score is the mean of all rounds, as JMH's is.
func (r row) with(forks [][]float64) row {
	sum, rounds := 0.0, 0
	for _, fork := range forks {
		for _, micros := range fork {
			sum += micros
		}
		rounds += len(fork)
	}
	r.Forks = len(forks)
	r.PrimaryMetric = metric{Score: sum / float64(rounds), ScoreError: "NaN", ScoreUnit: "us/op", RawData: forks}
	return r
}
