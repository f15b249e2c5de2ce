package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"callcost.dev/echo-client/echo"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// server is an EchoService on a loopback port that counts calls.
type server struct {
	echo.UnimplementedEchoServiceServer
	failEvery int64  // every n-th call fails; 0 for none
	reply     string // the content of every reply; empty for the request's
	calls     atomic.Int64
}

// start returns the server's address.
func (s *server) start(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	echo.RegisterEchoServiceServer(server, s)
	go server.Serve(listener)
	t.Cleanup(server.Stop)
	return listener.Addr().String()
}

func (s *server) Echo(_ context.Context, request *echo.Message) (*echo.Message, error) {
	if number := s.calls.Add(1); s.failEvery > 0 && number%s.failEvery == 0 {
		return nil, status.Error(codes.ResourceExhausted, "planted,\nin two lines")
	}
	if s.reply != "" {
		return &echo.Message{Content: s.reply}, nil
	}
	return request, nil
}

func client(args ...string) (code int, out, complaint string) {
	var standard, complaints bytes.Buffer
	code = run(args, &standard, &complaints)
	return code, standard.String(), complaints.String()
}

func TestMeasures(t *testing.T) {
	for inFlight, args := range map[string][]string{"20": {}, "4": {"-inflight", "4"}} {
		s := &server{}
		file := filepath.Join(t.TempDir(), "results.json")
		args := append(args, "-address", s.start(t), "-requests", "20", "-rounds", "3", "-pause", "0s", "-server", "PLANTED", "-o", file)
		if code, out, complaint := client(args...); code != 0 || out+complaint != "" {
			t.Fatalf("%d %q %q", code, out, complaint)
		}
		text, err := os.ReadFile(file)
		var rows []row
		if err != nil || json.Unmarshal(text, &rows) != nil || len(rows) != 1 || s.calls.Load() != 60 {
			t.Fatalf("%v, %s, %d calls", err, text, s.calls.Load())
		}
		r := rows[0]
		if r.Params["inFlight"] != inFlight || r.Params["server"] != "PLANTED" || len(r.PrimaryMetric.RawData[0]) != 3 {
			t.Errorf("%+v", r)
		}
	}
}

func TestAFailedCallFailsTheRun(t *testing.T) {
	for text, s := range map[string]*server{
		"round 1: 1 of 10 calls failed, the first with: ":                   {failEvery: 7},
		"round 2: 1 of 10 calls failed, the first with: ":                   {failEvery: 15},
		"ResourceExhausted desc = planted, in two lines":                    {failEvery: 9},
		`round 1: 10 of 10 calls failed, the first with: the reply "Hallo"`: {reply: "Hallo"},
	} {
		file := filepath.Join(t.TempDir(), "r.json")
		code, _, complaint := client("-address", s.start(t), "-requests", "10", "-rounds", "3", "-pause", "0s", "-o", file)
		if code != exitFailed || strings.Count(complaint, "\n") != 1 || !strings.Contains(complaint, text) {
			t.Errorf("%d %q, want one line with %q", code, complaint, text)
		}
		if _, err := os.Stat(file); err == nil {
			t.Error("a failed run has results")
		}
	}
}

func TestUsage(t *testing.T) {
	for args, text := range map[string]string{
		"":                                    "-address  is not HOST:PORT",
		"-address localhost":                  "-address localhost is not HOST:PORT",
		"-address localhost:1 -requests 0":    "-requests and -rounds are at least 1",
		"-address localhost:1 -inflight many": `invalid value "many" for flag -inflight`,
		"-address localhost:1 9000":           `"9000" is no flag; -h lists them`,
		"-port 9000":                          "flag provided but not defined: -port; -h lists the flags",
	} {
		code, out, complaint := client(strings.Fields(args)...)
		want := strings.Join(strings.Fields(text), " ")
		if code != exitUsage || out != "" || strings.Count(complaint, "\n") != 1 || !strings.Contains(complaint, want) {
			t.Errorf("%s: %d %q", args, code, complaint)
		}
	}
	if code, out, _ := client("-h"); code != 0 || !strings.HasPrefix(out, "Usage: echo-client ") {
		t.Errorf("%d %q", code, out)
	}
}
