package clock

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"time"
)

//go:generate go run generate.go

// rules are the rules of all zones, for machines that have none: for each zone a line with its name and the number of
// bytes, and then the bytes of its TZif file. They are compressed together, because many files are nearly equal: the
// package time/tzdata, which has the same files, would add 300 KB more to a program.
//
//go:embed rules.gz
var rules []byte

// loadLocation returns the zone with a name of the list, with the rules of the machine, or with those of the program if
// the machine has none.
func loadLocation(name string) (*time.Location, error) {
	if zone, err := time.LoadLocation(name); err == nil {
		return zone, nil
	}
	data, err := rulesOf(name)
	if err != nil {
		return nil, err
	}
	return time.LoadLocationFromTZData(name, data)
}

// rulesOf returns the TZif file of a zone from the rules of the program.
func rulesOf(name string) ([]byte, error) {
	unpacked, err := gzip.NewReader(bytes.NewReader(rules))
	if err != nil {
		return nil, err
	}
	for files := bufio.NewReader(unpacked); ; {
		var zone string
		var size int
		if _, err := fmt.Fscanf(files, "%s %d\n", &zone, &size); err != nil {
			return nil, fmt.Errorf("the rules of %s: %w", name, err)
		}
		data := make([]byte, size)
		if _, err := io.ReadFull(files, data); err != nil || zone == name {
			return data, err
		}
	}
}
