// Toolgenvet reports wrong //tool: directives as a tool of go vet:
//
//	go build -o toolgenvet github.com/toolgen/toolgen/analyzer/toolgenvet
//	go vet -vettool=$PWD/toolgenvet ./...
package main

import (
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/toolgen/toolgen/analyzer"
)

func main() { unitchecker.Main(analyzer.Analyzer) }
