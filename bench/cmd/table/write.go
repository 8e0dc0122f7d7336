package main

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"
)

// tablePattern matches a printed table with its title, which ends at the first punctuation mark.
var tablePattern = regexp.MustCompile(`(?m)^(\w[^,;:\n]*).*:\n\n((?:\|.*\n)+)`)

// writeTables replaces the tables of a Markdown file by those that were printed.
func writeTables(name, printed string, now time.Time) error {
	document, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	updated, err := replaceTables(string(document), printed, now)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return os.WriteFile(name, []byte(updated), 0o600)
}

// replaceTables replaces the lines of each table below the comment with its title, and says in the comment when and how
// the table was measured: by the first printed line.
func replaceTables(document, printed string, now time.Time) (string, error) {
	conditions, _, _ := strings.Cut(printed, "\n")
	var missing []error
	for _, table := range tablePattern.FindAllStringSubmatch(printed, -1) {
		title, lines := table[1], table[2]
		old := regexp.MustCompile(`<!-- table: ` + regexp.QuoteMeta(title) + `(;.*)? -->\n(\n+(\|.*\n)+)?`)
		if !old.MatchString(document) {
			missing = append(missing, fmt.Errorf("no line is <!-- table: %s -->", title))
		}
		comment := fmt.Sprintf("<!-- table: %s; %s; %s -->\n\n", title, now.UTC().Format(time.DateOnly), conditions)
		document = old.ReplaceAllLiteralString(document, comment+lines)
	}
	return document, errors.Join(missing...)
}
