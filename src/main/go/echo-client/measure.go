package main

import (
	"context"
	"io"
	"time"

	"callcost.dev/echo-client/echo"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// measure runs the rounds that args ask for over one connection and writes their result.
//
// The connection is made by the first call, as in the Java client: grpc.NewClient connects to nothing. The address goes to
// the dialer as it is, past gRPC's resolver and a proxy that the environment may name.
func measure(args []string, out io.Writer) error {
	o, err := parseOptions(args, out)
	if err != nil {
		return err
	}
	if err := checkWritable(o.file); err != nil {
		return err
	}
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
			return failed("round %d: %d of %d calls failed, the first with: %v", number, r.failures, o.requests, r.first)
		}
		micros = append(micros, microsPerCall(took, o.requests))
	}
	return write(o.file, []row{newRow(o, micros)}, out)
}

func microsPerCall(took time.Duration, requests int) float64 {
	return float64(took.Nanoseconds()) / 1e3 / float64(requests)
}
