//go:build ignore

// The program writes the names of all time zones of the Go distribution to zones.txt, and their rules to rules.gz.
package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	log.SetFlags(0)
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		log.Fatal(err)
	}
	archive, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip"))
	if err != nil {
		log.Fatal(err)
	}
	var names strings.Builder
	var files bytes.Buffer
	for _, file := range archive.File { // sorted by name
		if strings.HasSuffix(file.Name, "/") {
			continue
		}
		data, err := read(file)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Fprintln(&names, file.Name)
		fmt.Fprintf(&files, "%s %d\n%s", file.Name, len(data), data)
	}
	if err := write("zones.txt", []byte(names.String())); err != nil {
		log.Fatal(err)
	}
	if err := write("rules.gz", compress(files.Bytes())); err != nil {
		log.Fatal(err)
	}
}

// read returns the content of a file of the archive.
func read(file *zip.File) ([]byte, error) {
	opened, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	return io.ReadAll(opened)
}

// compress returns compressed data. Writing to a buffer has no errors.
func compress(data []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is valid
	_, _ = w.Write(data)
	_ = w.Close()
	return b.Bytes()
}

// write writes a file.
func write(name string, data []byte) error { return os.WriteFile(name, data, 0o644) }
