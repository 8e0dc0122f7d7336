// Loader reads packages with packages.Load, with syntax and types, as generators do. It does nothing with them.
package main

import (
	"fmt"
	"os"

	"golang.org/x/tools/go/packages"
)

func main() {
	mode := packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
		packages.NeedExportFile | packages.NeedModule | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo
	loaded, err := packages.Load(&packages.Config{Mode: mode}, os.Args[1:]...)
	if err != nil {
		fmt.Fprintln(os.Stderr, "loader:", err)
		os.Exit(2)
	}
	if packages.PrintErrors(loaded) > 0 {
		os.Exit(1)
	}
}
