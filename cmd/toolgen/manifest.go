package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// needsInfo describes what a tool may access, for a security review. The members
// of its JSON form must not be renamed, because programs read them. If a list is
// missing, only the policy restricts the access.
type needsInfo struct {
	Read        []string     `json:"read,omitempty"`
	Write       []string     `json:"write,omitempty"`
	Hosts       []string     `json:"hosts,omitempty"`
	Binaries    []string     `json:"binaries,omitempty"`
	Secrets     []string     `json:"secrets,omitempty"`
	Storage     *storageInfo `json:"storage,omitempty"`
	Attachments []string     `json:"attachments,omitempty"`
}

// storageInfo is the scope of a key-value store.
type storageInfo struct {
	Scope string `json:"scope"`
	TTL   string `json:"ttl,omitempty"`
}

// needsOf returns what a tool may access, or nil if it may access nothing.
func needsOf(n *model.Needs) *needsInfo {
	if n == nil {
		return nil
	}
	info := &needsInfo{
		Read: n.Read, Write: n.Write, Hosts: n.Hosts, Binaries: n.Binaries, Secrets: n.Secrets, Attachments: n.Attachments,
	}
	if n.StorageScope != "" {
		info.Storage = &storageInfo{Scope: n.StorageScope}
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
	access     func(*needsInfo) []string
}{
	{"reads", "fs:read", func(n *needsInfo) []string { return n.Read }},
	{"writes", "fs:write", func(n *needsInfo) []string { return n.Write }},
	{"hosts", "network", func(n *needsInfo) []string { return n.Hosts }},
	{"programs", "process", func(n *needsInfo) []string { return n.Binaries }},
	{"secrets", "secrets", func(n *needsInfo) []string { return n.Secrets }},
	{"storage", "storage", (*needsInfo).storageTexts},
	{"attachments", "attachments", func(n *needsInfo) []string { return n.Attachments }},
}

// storageTexts returns the scope and the time to live of the key-value store.
func (n *needsInfo) storageTexts() []string {
	if n.Storage == nil {
		return nil
	}
	return []string{strings.TrimSpace(n.Storage.Scope + " " + n.Storage.TTL)}
}

// writeManifest writes a Markdown table of what each tool may access. A dash means
// nothing, and "policy" means all that the policy allows.
func writeManifest(w io.Writer, tools []toolInfo) error {
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
func manifestCell(tool toolInfo, capability string, access func(*needsInfo) []string) string {
	if !slices.Contains(tool.Capabilities, capability) {
		return "-"
	}
	accessible := access(tool.Needs)
	if len(accessible) == 0 {
		return "policy"
	}
	return "`" + strings.ReplaceAll(strings.Join(accessible, "`, `"), "|", `\|`) + "`"
}
