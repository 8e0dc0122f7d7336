package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/toolgen/toolgen/internal/contract"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// needsOf returns what a tool may access, or nil if it may access nothing.
func needsOf(n *model.Needs) *contract.Needs {
	if n == nil {
		return nil
	}
	info := &contract.Needs{
		Read: n.Read, Write: n.Write, Hosts: n.Hosts, Binaries: n.Binaries, Secrets: n.Secrets, Attachments: n.Attachments,
	}
	if n.StorageScope != "" {
		info.Storage = &contract.Storage{Scope: n.StorageScope}
		if n.StorageTTL > 0 {
			info.Storage.TTL = n.StorageTTL.Round(time.Millisecond).String()
		}
	}
	return info
}

// manifestColumns are the columns of the manifest. Each has the capability that it
// is for, and a function that returns what a tool may access with it.
var manifestColumns = []struct {
	title      string
	capability string
	access     func(*contract.Needs) []string
}{
	{"reads", "fs:read", func(n *contract.Needs) []string { return n.Read }},
	{"writes", "fs:write", func(n *contract.Needs) []string { return n.Write }},
	{"hosts", "network", func(n *contract.Needs) []string { return n.Hosts }},
	{"programs", "process", func(n *contract.Needs) []string { return n.Binaries }},
	{"secrets", "secrets", func(n *contract.Needs) []string { return n.Secrets }},
	{"storage", "storage", storageTexts},
	{"attachments", "attachments", func(n *contract.Needs) []string { return n.Attachments }},
}

// storageTexts returns the scope and the time to live of the key-value store.
func storageTexts(n *contract.Needs) []string {
	if n.Storage == nil {
		return nil
	}
	return []string{n.Storage.String()}
}

// writeManifest writes a Markdown table of what each tool may access. A dash means
// nothing, and "policy" means all that the policy allows.
func writeManifest(w io.Writer, tools []contract.Tool) error {
	head, line := "| tool | hints | approval |", "|---|---|---|"
	for _, column := range manifestColumns {
		head += " " + column.title + " |"
		line += "---|"
	}
	if _, err := fmt.Fprintf(w, "%s\n%s\n", head, line); err != nil {
		return err
	}
	for _, tool := range tools {
		row := fmt.Sprintf("| `%s` | %s | %s |", tool.Name, orDash(strings.Join(tool.Hints, ", ")), orDash(tool.Approval))
		for _, column := range manifestColumns {
			row += " " + manifestCell(tool, column.capability, column.access) + " |"
		}
		if _, err := fmt.Fprintln(w, row); err != nil {
			return err
		}
	}
	return nil
}

// manifestCell returns the cell of a tool in a column of the manifest.
func manifestCell(tool contract.Tool, capability string, access func(*contract.Needs) []string) string {
	if !slices.Contains(tool.Capabilities, capability) {
		return "-"
	}
	accessible := access(tool.Needs)
	if len(accessible) == 0 {
		return "policy"
	}
	return "`" + strings.ReplaceAll(strings.Join(accessible, "`, `"), "|", `\|`) + "`"
}
