package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// read returns the rows of a results file that this client wrote.
func read(file string) ([]row, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, badFile("cannot read %s: %v", file, cause(err))
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var rows []row
	if err := decoder.Decode(&rows); err != nil {
		return nil, badFile("%s: is no results file of echo-client: %v", file, err)
	}
	if len(rows) == 0 || decoder.More() {
		return nil, badFile("%s: is no results file of echo-client", file)
	}
	for _, r := range rows {
		if r.Benchmark != benchmark || len(r.PrimaryMetric.RawData) == 0 {
			return nil, badFile("%s: is no results file of echo-client", file)
		}
		for _, fork := range r.PrimaryMetric.RawData {
			if len(fork) != r.MeasurementIterations || len(fork) == 0 {
				return nil, badFile("%s: has a process without all of its rounds", file)
			}
		}
	}
	return rows, nil
}

// write replaces the file as a whole: the rows are written beside it and moved into place. Without a name they go to out.
func write(file string, rows []row, out io.Writer) error {
	text, err := json.MarshalIndent(rows, "", "    ")
	if err != nil {
		return err
	}
	text = append(text, '\n')
	if file == "" {
		if _, err := out.Write(text); err != nil {
			return badFile("cannot write standard output: %v", cause(err))
		}
		return nil
	}
	part := beside(file)
	if err = os.WriteFile(part, text, 0o644); err == nil {
		err = os.Rename(part, file)
	}
	if err != nil {
		os.Remove(part)
		return badFile("cannot write %s: %v", file, cause(err))
	}
	return nil
}

// checkWritable makes sure, before time is spent on rounds, that write will do.
func checkWritable(file string) error {
	if file == "" {
		return nil
	}
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return badFile("cannot write %s: it is a directory", file)
	}
	part := beside(file)
	if err := os.WriteFile(part, nil, 0o644); err != nil {
		return badFile("cannot write %s: %v", file, cause(err))
	}
	return os.Remove(part)
}

func beside(file string) string {
	return filepath.Join(filepath.Dir(file), "."+filepath.Base(file)+".part")
}

// cause leaves out the path, which the message already has.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
