package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// planted is a row of made-up values.
func planted(server string, micros ...float64) row {
	o := options{requests: 10_000, rounds: len(micros), pause: time.Second, inFlight: 10_000, server: server}
	r := newRow(o, micros)
	r.GoVersion, r.GrpcGoVersion, r.GoMaxProcs = "go1.26.0", "1.85.0", 2
	return r
}

// files writes each row into a file of its own.
func files(t *testing.T, rows ...row) []string {
	t.Helper()
	folder := t.TempDir()
	var names []string
	for i, r := range rows {
		name := filepath.Join(folder, string(rune('a'+i))+".json")
		if err := write(name, []row{r}, nil); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	return names
}

func TestTheFormIsThatOfTestdata(t *testing.T) {
	fresh := files(t, planted("OWN_JVM_FRESH", 112.5, 40.25, 35), planted("OWN_JVM_FRESH", 118.5, 42, 35.75),
		planted("OWN_JVM_WARM", 45.5, 36, 34.25))
	for name, args := range map[string][]string{"one-process.json": fresh[:1], "merged.json": fresh} {
		t.Run(name, func(t *testing.T) {
			want, err := os.ReadFile(filepath.Join("testdata", name))
			if err != nil {
				t.Fatal(err)
			}
			if r := client(append([]string{"merge"}, args...)...); r != (ran{out: string(want)}) {
				t.Errorf("%+v", r)
			}
		})
	}
}

func TestMergesMergedFiles(t *testing.T) {
	names := files(t, planted("A", 1, 2), planted("A", 3, 4), planted("A", 5, 6), planted("A", 7, 8))
	all := filepath.Join(t.TempDir(), "all.json")
	for _, args := range [][]string{{names[0], names[1]}, {all, names[2], names[3]}} {
		if r := client(append([]string{"merge", "-o", all}, args...)...); r != (ran{}) {
			t.Fatalf("%+v", r)
		}
	}
	rows, err := read(all)
	if err != nil || len(rows) != 1 || rows[0].Forks != 4 || len(rows[0].PrimaryMetric.RawData) != 4 {
		t.Fatalf("%+v, %v", rows, err)
	}
	if score := rows[0].PrimaryMetric.Score; score != 4.5 {
		t.Errorf("score %v, want 4.5", score)
	}
}

func TestRefusesForksThatDoNotBelongTogether(t *testing.T) {
	base := planted("A", 1, 2)
	older := planted("A", 3, 4)
	older.GoVersion = "go1.25.0"
	fewer := planted("A", 3, 4)
	fewer.Requests = 200
	for name, test := range map[string]struct {
		other row
		text  string
	}{
		"another Go":       {older, "GoVersion:go1.25.0"},
		"fewer requests":   {fewer, "Requests:200"},
		"more rounds":      {planted("A", 1, 2, 3), "MeasurementIterations:3"},
		"the same process": {base, "holds a process that the files before hold too"},
	} {
		t.Run(name, func(t *testing.T) {
			names := files(t, base, test.other)
			client(append([]string{"merge"}, names...)...).isComplaint(t, 65, names[1]+": ")
			client(append([]string{"merge"}, names...)...).isComplaint(t, 65, test.text)
		})
	}
}

func TestRefusesWhatThisClientDidNotWrite(t *testing.T) {
	var good bytes.Buffer
	if err := write("", []row{planted("A", 1, 2)}, &good); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"nothing":           "",
		"no JSON":           "hello",
		"no rows":           "[]",
		"truncated":         good.String()[:good.Len()/2],
		"two arrays":        good.String() + good.String(),
		"another benchmark": strings.Replace(good.String(), benchmark, "a.X.call", 1),
		"a member more":     strings.Replace(good.String(), `"mode"`, `"jvm": "java", "mode"`, 1),
		"no benchmark":      "[{}]",
		"a round less":      strings.Replace(good.String(), `"measurementIterations": 2`, `"measurementIterations": 3`, 1),
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "r.json")
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			client("merge", file).isComplaint(t, 65, file+": ")
		})
	}
	missing := filepath.Join(t.TempDir(), "missing.json")
	client("merge", missing).isComplaint(t, 65, "cannot read "+missing+": ")
}
