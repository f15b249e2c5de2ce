package main

import (
	"bytes"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ran is what a run of the client left behind.
type ran struct {
	code       int
	out, error string
}

func client(args ...string) ran {
	var out, complaints bytes.Buffer
	code := run(args, &out, &complaints)
	return ran{code, out.String(), complaints.String()}
}

// isComplaint checks an exit code and its one line that holds a text.
func (r ran) isComplaint(t *testing.T, code int, text string) {
	t.Helper()
	if r.code != code || r.out != "" {
		t.Errorf("exit code %d and %q on standard output, want %d and nothing", r.code, r.out, code)
	}
	if !strings.HasPrefix(r.error, "echo-client: ") || strings.Count(r.error, "\n") != 1 || !strings.Contains(r.error, text) {
		t.Errorf("complaint %q, want one line with %q", r.error, text)
	}
}

func isEmpty(t *testing.T, folder string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) > 0 {
		t.Errorf("%v, %v are left", err, entries)
	}
}

func TestMeasures(t *testing.T) {
	for name, test := range map[string]struct {
		args     []string
		crowd    int64
		calls    int64
		most     int64
		rounds   int
		inFlight string
	}{
		"a goroutine a call":   {[]string{"-requests", "20", "-rounds", "3"}, 20, 60, 20, 3, "20"},
		"a closed loop":        {[]string{"-requests", "30", "-rounds", "2", "-inflight", "4"}, 4, 60, 4, 2, "4"},
		"one after the other":  {[]string{"-requests", "10", "-rounds", "1", "-inflight", "1"}, 1, 10, 1, 1, "1"},
		"as many as the calls": {[]string{"-requests", "5", "-rounds", "1", "-inflight", "5"}, 5, 5, 5, 1, "5"},
	} {
		t.Run(name, func(t *testing.T) {
			s := &server{crowd: test.crowd}
			file := filepath.Join(t.TempDir(), "results.json")
			args := append(test.args, "-address", s.start(t), "-pause", "0s", "-server", "PLANTED", "-o", file)
			if r := client(args...); r != (ran{}) {
				t.Fatalf("%+v", r)
			}
			if calls, connections := s.calls.Load(), s.connections.Load(); calls != test.calls || connections != 1 {
				t.Errorf("%d calls over %d connections, want %d over 1", calls, connections, test.calls)
			}
			if most := s.most.Load(); most != test.most {
				t.Errorf("%d calls were under way at once, want %d", most, test.most)
			}
			rows, err := read(file)
			if err != nil || len(rows) != 1 {
				t.Fatalf("%v in %+v", err, rows)
			}
			r := rows[0]
			if r.Forks != 1 || len(r.PrimaryMetric.RawData) != 1 || len(r.PrimaryMetric.RawData[0]) != test.rounds {
				t.Errorf("%+v, want 1 fork of %d rounds", r, test.rounds)
			}
			if r.Params["inFlight"] != test.inFlight || r.Params["server"] != "PLANTED" || len(r.Params) != 2 {
				t.Errorf("params %v", r.Params)
			}
			for _, micros := range r.PrimaryMetric.RawData[0] {
				if micros <= 0 {
					t.Errorf("a call of %v us", micros)
				}
			}
		})
	}
}

func TestWritesToStandardOutputUnlessAFileIsNamed(t *testing.T) {
	s := &server{}
	r := client("-address", s.start(t), "-requests", "1", "-rounds", "1")
	if r.code != 0 || r.error != "" || !strings.HasPrefix(r.out, "[\n") || strings.Contains(r.out, `"server"`) {
		t.Errorf("%+v", r)
	}
}

func TestAFailedCallFailsTheRun(t *testing.T) {
	for name, test := range map[string]struct {
		server *server
		calls  int64
		text   string
	}{
		"every call":      {&server{failEvery: 1}, 10, "round 1: 10 of 10 calls failed, the first with: "},
		"some":            {&server{failEvery: 7}, 10, "round 1: 1 of 10 calls failed, the first with: "},
		"one, later":      {&server{failEvery: 15}, 20, "round 2: 1 of 10 calls failed, the first with: "},
		"its description": {&server{failEvery: 9}, 10, "ResourceExhausted desc = planted, in two lines"},
		"another reply":   {&server{reply: "Hallo"}, 10, `round 1: 10 of 10 calls failed, the first with: the reply "Hallo"`},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			address := test.server.start(t)
			r := client("-address", address, "-requests", "10", "-rounds", "3", "-pause", "0s", "-o", filepath.Join(folder, "r.json"))
			r.isComplaint(t, 1, test.text)
			isEmpty(t, folder)
			if calls := test.server.calls.Load(); calls != test.calls {
				t.Errorf("%d calls, want %d: rounds after a failed one tell nothing", calls, test.calls)
			}
		})
	}
}

func TestNobodyListens(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	folder := t.TempDir()
	client("-address", address, "-requests", "5", "-o", filepath.Join(folder, "r.json")).
		isComplaint(t, 1, "round 1: 5 of 5 calls failed, the first with: ")
	isEmpty(t, folder)
}

func TestAFailedRunLeavesTheFileAsItWas(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.json")
	if err := os.WriteFile(file, []byte("before"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := &server{failEvery: 1}
	client("-address", s.start(t), "-requests", "1", "-o", file).isComplaint(t, 1, "1 of 1")
	if text, err := os.ReadFile(file); err != nil || string(text) != "before" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestUsage(t *testing.T) {
	for _, test := range []struct{ args, text string }{
		{"", "-address HOST:PORT is missing"},
		{"-address localhost", "-address localhost is not HOST:PORT"},
		{"-address :9000", "-address :9000 is not HOST:PORT"},
		{"-address localhost:", "-address localhost: is not HOST:PORT"},
		{"-address localhost:0", "-address localhost:0 is not HOST:PORT"},
		{"-address localhost:65536", "-address localhost:65536 is not HOST:PORT"},
		{"-address localhost:http", "-address localhost:http is not HOST:PORT"},
		{"-address ::1:9000", "-address ::1:9000 is not HOST:PORT"},
		{"-address localhost:1 -requests 0", "-requests and -rounds must be at least 1"},
		{"-address localhost:1 -rounds -1", "-requests and -rounds must be at least 1"},
		{"-address localhost:1 -requests many", `invalid value "many" for flag -requests`},
		{"-address localhost:1 -pause -1s", "-pause must not be negative"},
		{"-address localhost:1 -pause 1", `invalid value "1" for flag -pause`},
		{"-address localhost:1 -inflight -1", "-inflight must be from 0 to the 10000 of -requests"},
		{"-address localhost:1 -inflight 11 -requests 10", "-inflight must be from 0 to the 10 of -requests"},
		{"-address localhost:1 9000", `"9000" is no flag; -h lists them`},
		{"-port 9000", "flag provided but not defined: -port; -h lists the flags"},
		{"merge", "merge what?"},
		{"merge -address localhost:1", "flag provided but not defined: -address"},
	} {
		t.Run(test.args, func(t *testing.T) {
			client(strings.Fields(test.args)...).isComplaint(t, 64, test.text)
		})
	}
}

func TestHelp(t *testing.T) {
	for args, text := range map[string]string{"-h": "-inflight N", "--help": "-address HOST:PORT", "merge -h": "-o FILE"} {
		r := client(strings.Fields(args)...)
		if r.code != 0 || r.error != "" || !strings.HasPrefix(r.out, "Usage: echo-client ") || !strings.Contains(r.out, text) {
			t.Errorf("%s: %+v", args, r)
		}
	}
}

func TestAFileThatCannotBeWrittenIsNoticedBeforeTheFirstCall(t *testing.T) {
	folder := t.TempDir()
	for name, file := range map[string]string{"no folder": filepath.Join(folder, "none", "r.json"), "a folder": folder} {
		t.Run(name, func(t *testing.T) {
			s := &server{}
			client("-address", s.start(t), "-requests", "1", "-o", file).isComplaint(t, 65, "cannot write "+file+": ")
			if calls := s.calls.Load(); calls != 0 {
				t.Errorf("%d calls", calls)
			}
			isEmpty(t, folder)
		})
	}
}
