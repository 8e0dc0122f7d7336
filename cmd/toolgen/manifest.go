package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// needsInfo is what a tool may touch, for a security review. The members of its
// JSON form are never renamed. A null list of paths leaves them to the policy.
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

// needsOf is what a tool may touch; nil for nothing.
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

// manifestColumns are the columns of the manifest: the capability by which one
// is filled in, and what the tool may reach by it.
var manifestColumns = []struct {
	title      string
	capability string
	reach      func(*needsInfo) []string
}{
	{"reads", "fs:read", func(n *needsInfo) []string { return n.Read }},
	{"writes", "fs:write", func(n *needsInfo) []string { return n.Write }},
	{"hosts", "network", func(n *needsInfo) []string { return n.Hosts }},
	{"programs", "process", func(n *needsInfo) []string { return n.Binaries }},
	{"secrets", "secrets", func(n *needsInfo) []string { return n.Secrets }},
	{"storage", "storage", (*needsInfo).storage},
	{"attachments", "attachments", func(n *needsInfo) []string { return n.Attachments }},
}

func (n *needsInfo) storage() []string {
	if n.Storage == nil {
		return nil
	}
	return []string{strings.TrimSpace(n.Storage.Scope + " " + n.Storage.TTL)}
}

// writeManifest writes a Markdown table of what each tool may touch. A dash is
// nothing, "policy" whatever the policy opens.
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
			row += " " + manifestCell(tool, column.capability, column.reach) + " |"
		}
		if _, err := fmt.Fprintln(w, row); err != nil {
			return err
		}
	}
	return nil
}

func manifestCell(tool toolInfo, capability string, reach func(*needsInfo) []string) string {
	if !slices.Contains(tool.Capabilities, capability) {
		return "-"
	}
	reached := reach(tool.Needs)
	if len(reached) == 0 {
		return "policy"
	}
	return "`" + strings.ReplaceAll(strings.Join(reached, "`, `"), "|", `\|`) + "`"
}
