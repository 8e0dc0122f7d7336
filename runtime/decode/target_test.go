package decode_test

import (
	"github.com/toolgen/toolgen/runtime/decode"
)

// The types of this file are the arguments of three tools. The decoders are written
// by hand, as the generator writes them.

// ---- one argument

type clockArgs struct {
	Zone string `json:"zone,omitempty"`
}

var clockArgsType = decode.Type{Kind: decode.KindStruct, Fields: []decode.Field{
	{Key: `"zone":`, Type: &decode.Type{Kind: decode.KindString, Limits: "maxLength=64"}},
}}

func decodeClockArgs(d *decode.D, i int, v *clockArgs) int {
	property, i, seen := d.Object(i, &clockArgsType)
	for ; property >= 0; property, i, seen = d.Property(i, property, seen, &clockArgsType) {
		switch property {
		case 0:
			i = decode.String(d, i, &v.Zone)
			i = decode.MaxLength(i, v.Zone, 64)
		}
	}
	return i
}

func decodeClock(d *decode.D) any {
	for {
		i := d.Begin(&clockArgsType)
		if i < 0 {
			return nil
		}
		if v := new(clockArgs); d.AtEnd(decodeClockArgs(d, i, v)) {
			return v
		}
	}
}

// ---- eight arguments

type mode string

const (
	modeLines mode = "lines"
	modeFiles mode = "files_with_matches"
	modeCount mode = "count"
)

type grepArgs struct {
	Pattern string   `json:"pattern"`
	Mode    mode     `json:"mode"`
	Folder  string   `json:"folder,omitempty"`
	Include []string `json:"include,omitempty"`
	Limit   int      `json:"limit"`
	Context int      `json:"context,omitempty"`
	Exact   bool     `json:"exact,omitempty"`
	Links   *bool    `json:"links,omitempty"`
}

var modeValues = []string{"lines", "files_with_matches", "count"}

var grepArgsType = decode.Type{Kind: decode.KindStruct, Fields: []decode.Field{
	{Key: `"pattern":`, Type: &decode.Type{Kind: decode.KindString, Limits: "minLength=1,maxLength=1000"}, Required: true},
	{Key: `"mode":`, Type: &decode.Type{Kind: decode.KindString, Rules: &decode.Rules{Enum: modeValues}}, Required: true},
	{Key: `"folder":`, Type: &decode.Type{Kind: decode.KindString, Limits: "maxLength=4096"}},
	{Key: `"include":`, Type: &decode.Type{Kind: decode.KindSlice, Elem: &decode.Type{Kind: decode.KindString}, Limits: "maxItems=20"}},
	{Key: `"limit":`, Type: &decode.Type{Kind: decode.KindInt, Limits: "minimum=1,maximum=1000"}, Required: true},
	{Key: `"context":`, Type: &decode.Type{Kind: decode.KindInt, Limits: "minimum=0,maximum=20"}},
	{Key: `"exact":`, Type: &decode.Type{Kind: decode.KindBool}},
	{Key: `"links":`, Type: &decode.Type{Kind: decode.KindBool}},
}, Rules: &decode.Rules{Aliases: []decode.Alias{{Name: "regex", Field: 0}, {Name: "q", Field: 0}, {Name: "max", Field: 4}}}}

func decodeGrepArgs(d *decode.D, i int, v *grepArgs) int {
	property, i, seen := d.Object(i, &grepArgsType)
	for ; property >= 0; property, i, seen = d.Property(i, property, seen, &grepArgsType) {
		switch property {
		case 0:
			i = decode.String(d, i, &v.Pattern)
			i = decode.MinLength(i, v.Pattern, 1)
			i = decode.MaxLength(i, v.Pattern, 1000)
		case 1:
			i = decode.Enum(d, i, &v.Mode, modeValues)
		case 2:
			i = decode.String(d, i, &v.Folder)
			i = decode.MaxLength(i, v.Folder, 4096)
		case 3:
			i = decode.Strings(d, i, &v.Include, 0, 20)
		case 4:
			i = decode.Int(d, i, &v.Limit)
			i = decode.Minimum(i, v.Limit, 1)
			i = decode.Maximum(i, v.Limit, 1000)
		case 5:
			i = decode.Int(d, i, &v.Context)
			i = decode.Minimum(i, v.Context, 0)
			i = decode.Maximum(i, v.Context, 20)
		case 6:
			i = decode.Bool(d, i, &v.Exact)
		case 7:
			i = decode.BoolPointer(d, i, &v.Links)
		}
	}
	const required = 1<<0 | 1<<1 | 1<<4
	if seen&required != required {
		return -1
	}
	if seen&(1<<5) == 0 {
		v.Context = 2
	}
	return i
}

func decodeGrep(d *decode.D) any {
	for {
		i := d.Begin(&grepArgsType)
		if i < 0 {
			return nil
		}
		v := new(decode.WithScratch[grepArgs])
		if d.AtEnd(decodeGrepArgs(d, d.Scratch(i, &v.Scratch), &v.Value)) {
			return &v.Value
		}
	}
}
