package main

import (
	"flag"
	"io"
	"maps"
	"slices"
)

// merge puts the rows of several results files of this client into one, the forks of equal params into one row.
func merge(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("echo-client merge", flag.ContinueOnError)
	file := flags.String("o", "", "results `FILE`, which may be one of those read (default standard output)")
	if err := parse(flags, args, "echo-client merge [-o FILE] FILE...", out); err != nil {
		return err
	}
	if flags.NArg() == 0 {
		return badUsage("merge what? Name the results files")
	}
	var merged []row
	for _, from := range flags.Args() {
		rows, err := read(from)
		if err != nil {
			return err
		}
		for _, r := range rows {
			if merged, err = add(merged, r, from); err != nil {
				return err
			}
		}
	}
	return write(*file, merged, out)
}

// add refuses forks that were measured in another way than the row's, and those that the row already has: a file named
// twice would count as a replication.
func add(merged []row, r row, from string) ([]row, error) {
	same := slices.IndexFunc(merged, func(m row) bool { return maps.Equal(m.Params, r.Params) })
	if same < 0 {
		return append(merged, r), nil
	}
	into := merged[same]
	if into.settings != r.settings {
		return nil, badFile("%s: measured with %+v, the files before with %+v", from, r.settings, into.settings)
	}
	forks := into.PrimaryMetric.RawData
	for _, fork := range r.PrimaryMetric.RawData {
		if slices.ContainsFunc(forks, func(f []float64) bool { return slices.Equal(f, fork) }) {
			return nil, badFile("%s: holds a process that the files before hold too", from)
		}
		forks = append(forks, fork)
	}
	merged[same] = into.with(forks)
	return merged, nil
}
