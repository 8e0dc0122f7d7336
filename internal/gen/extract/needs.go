package extract

import (
	"slices"

	"github.com/toolgen/toolgen/annotations"
	"github.com/toolgen/toolgen/internal/gen/model"
)

// The runtime's constants for the capabilities, in their order. Writing includes
// reading.
const (
	needRead        = "KindRead"
	needWrite       = "KindWrite"
	needNetwork     = "KindNetwork"
	needProcess     = "KindProcess"
	needSecrets     = "KindSecrets"
	needStorage     = "KindStorage"
	needAttachments = "KindAttachments"
)

var needOrder = []string{needRead, needWrite, needNetwork, needProcess, needSecrets, needStorage, needAttachments}

// injectedNeeds are the capabilities that parameters declare.
var injectedNeeds = map[model.Injected][]string{
	model.InjectFS:          {needRead},
	model.InjectWriteFS:     {needRead, needWrite},
	model.InjectHTTP:        {needNetwork},
	model.InjectExec:        {needProcess},
	model.InjectSecrets:     {needSecrets},
	model.InjectKV:          {needStorage},
	model.InjectAttachments: {needAttachments},
}

// narrowings are the directives that declare and restrict a capability.
var narrowings = []struct {
	directive string
	apply     func(n *model.Needs, d *annotations.ParsedDirective) (declared []string)
}{
	{"fs", narrowFiles},
	{"network", func(n *model.Needs, d *annotations.ParsedDirective) []string {
		n.Hosts = d.Texts("host")
		return []string{needNetwork}
	}},
	{"process", func(n *model.Needs, d *annotations.ParsedDirective) []string {
		n.Binaries = d.Texts("binary")
		return []string{needProcess}
	}},
	{"secrets", func(n *model.Needs, d *annotations.ParsedDirective) []string {
		n.Secrets = d.Texts("reference")
		return []string{needSecrets}
	}},
	{"storage", func(n *model.Needs, d *annotations.ParsedDirective) []string {
		n.StorageScope, n.StorageTTL = d.Text("scope"), d.Duration("ttl")
		return []string{needStorage}
	}},
	{"attachments", func(n *model.Needs, d *annotations.ParsedDirective) []string {
		n.Attachments = d.Texts("kind")
		return []string{needAttachments}
	}},
}

// narrowFiles declares reading, and writing if there are paths to write.
func narrowFiles(n *model.Needs, d *annotations.ParsedDirective) []string {
	n.Read, n.Write = d.Texts("read"), d.Texts("write")
	if len(n.Write) > 0 {
		return []string{needRead, needWrite}
	}
	return []string{needRead}
}

// needs returns the capabilities that parameters and directives declare, or nil
// if there are none.
func needs(injected []model.Injected, directives annotations.Set) *model.Needs {
	n := &model.Needs{}
	for _, kind := range injected {
		n.Kinds = append(n.Kinds, injectedNeeds[kind]...)
	}
	for _, narrowing := range narrowings {
		if d := directives.Get(narrowing.directive); d != nil {
			n.Kinds = append(n.Kinds, narrowing.apply(n, d)...)
		}
	}
	if len(n.Kinds) == 0 {
		return nil
	}
	slices.SortFunc(n.Kinds, func(a, b string) int { return slices.Index(needOrder, a) - slices.Index(needOrder, b) })
	n.Kinds = slices.Compact(n.Kinds)
	return n
}
