package schema_test

import (
	"bytes"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// kinds has the types that are combined with every use in kindUses: a name, the
// Go type, and the uses that are impossible for it.
var kinds = []struct {
	name, written string
	notIn         []string
}{
	{"String", "string", nil},
	{"Bool", "bool", notKey},
	{"Int", "int", nil},
	{"Int8", "int8", nil},
	{"Int64", "int64", notKey},
	{"Uint16", "uint16", nil},
	{"Uint64", "uint64", notKey},
	{"Float32", "float32", notKey},
	{"Float64", "float64", notKey},
	{"Time", "time.Time", notKey},
	{"Duration", "time.Duration", notKey},
	{"Number", "json.Number", notKey},
	{"Bytes", "[]byte", notKey},
	{"Blob", "Blob", notKey},
	{"Addr", "netip.Addr", nil},
	{"IP", "net.IP", notKey},
	{"Color", "Color", nil},
	{"Slug", "Slug", nil},
	{"Kind", "Kind", nil},
	{"Level", "Level", nil},
	{"Names", "Names", notKey},
	{"Table", "Table", notKey},
	{"Money", "Money", notKey},
	{"Loose", "Loose", isInterface},
	{"Anything", "Anything", isInterface},
	{"Shape", "Shape", isInterface},
	{"Expr", "Expr", isInterface},
	{"Point", "Point", notKey},
	{"Page", "Page[Kind]", notKey},
	{"Tree", "Tree", notKey},
	{"Forest", "Forest", notKey},
	{"Place", "other.Place", notKey},
}

// The uses that are impossible for types that cannot be keys of a map, and for
// interfaces.
var (
	notKey      = []string{"Keys"}
	isInterface = []string{"Keys", "Pointer", "Required", "Lists"}
)

// kindUses has the uses of a type. In the declaration, NAME is the name of the
// struct type, TYPE is the type, and F is the property.
var kindUses = []struct{ name, declaration string }{
	{"Plain", "type NAME struct { F TYPE `json:\"f\"` }"},
	{"Pointer", "type NAME struct { F *TYPE `json:\"f\"` }"},
	{"Slice", "type NAME struct { F []TYPE `json:\"f\"` }"},
	{"Array", "type NAME struct { F [2]TYPE `json:\"f\"` }"},
	{"Values", "type NAME struct { F map[string]TYPE `json:\"f\"` }"},
	{"Lists", "type NAME struct { F map[int][]*TYPE `json:\"f\"` }"},
	{"Keys", "type NAME struct { F map[TYPE]string `json:\"f\"` }"},
	{"Omitempty", "type NAME struct { F TYPE `json:\"f,omitempty\"` }"},
	{"Omitzero", "type NAME struct { F TYPE `json:\"f,omitzero\"` }"},
	{"Required", "type NAME struct { F *TYPE `json:\"f,omitempty\" jsonschema:\"required\"` }"},
	{"Embedded", "type NAME struct { NAMEBase; Own string `json:\"own\"` }\ntype NAMEBase struct { F TYPE `json:\"f\"` }"},
	{"EmbeddedPointer", "type NAME struct { *NAMEBase; Own string `json:\"own\"` }\ntype NAMEBase struct { F TYPE `json:\"f\"` }"},
	{"Shadowed", "type NAME struct { NAMEBase; G string `json:\"f\"` }\ntype NAMEBase struct { F TYPE `json:\"f\"` }"},
	{"Generic", "type NAME struct { F Box[TYPE] `json:\"f\"` }"},
	{"Nested", "type NAME struct { F struct { G TYPE `json:\"g\"` } `json:\"f\"` }"},
	{"Recursive", "type NAME struct { F TYPE `json:\"f\"`; Next *NAME `json:\"next\"` }"},
	{"Alias", "type NAME struct { F NAMEAlias `json:\"f\"` }\ntype NAMEAlias = TYPE"},
	{"Described", "type NAME struct {\n// What it is for.\nF TYPE `json:\"f\"` }"},
	{"Titled", "type NAME struct { F TYPE `json:\"f\" jsonschema:\"title=A title,description=Said <in> a tag.\"` }"},
	{"Commas", "type NAME struct { F TYPE `json:\"f\" jsonschema_description:\"One, two & three.\"` }"},
}

// tagKeywords has the keywords of tags, each with a type that it applies to.
var tagKeywords = []struct {
	name, tag, written string
	notIn              []string
}{
	{"Minimum", "minimum=-3", "int8", nil},
	{"Maximum", "maximum=2.5", "float64", nil},
	{"Above", "exclusiveMinimum=-5", "int8", nil},
	{"Below", "exclusiveMaximum=1e2", "float32", nil},
	{"Multiple", "multipleOf=5", "uint16", nil},
	{"Bounded", "minimum=1,maximum=9,default=5", "int", notMaps},
	{"MinLength", "minLength=1", "string", nil},
	{"MaxLength", "maxLength=9", "Slug", nil},
	{"Pattern", "pattern=^[a-z<&>]{1\\\\,3}$", "string", nil},
	{"Format", "format=email", "string", nil},
	{"Enum", "enum=red,enum=green", "string", nil},
	{"Part", "enum=task", "Kind", nil},
	{"Numbers", "enum=1,enum=2", "uint64", nil},
	{"Default", "default=a b", "string", notMaps},
	{"Off", "default=false", "bool", notMaps},
	{"Wait", "default=1m30s", "time.Duration", notMaps},
	{"Chosen", "default=fact", "Kind", notMaps},
	{"Address", "format=ipv4", "netip.Addr", nil}, {"Addresses", "enum=10.0.0.1,enum=10.0.0.2", "netip.Addr", nil},
	{"Decimal", "minimum=0,maximum=1e3", "json.Number", nil},
	{"Late", "description=Late,title=Late", "time.Time", nil},
	{"Example", "example=a,example=b", "string", notMaps},
	{"Sample", "example=1", "int64", notMaps},
	{"Read", "readOnly=true", "string", nil},
	{"Write", "writeOnly=true", "string", nil},
	{"Anchored", "anchor=NAME", "bool", nil},
	{"Old", "deprecated", "string", nil},
}

// The uses that are impossible for defaults and examples: a tag cannot express a
// map, or a part of an array.
var notMaps = []string{"TaggedValues", "TaggedArray"}

// tagUses has the uses of a type with a tag.
var tagUses = []struct{ name, declaration string }{
	{"Tagged", "type NAME struct { F TYPE `json:\"f\" jsonschema:\"TAG\"` }"},
	{"TaggedPointer", "type NAME struct { F *TYPE `json:\"f\" jsonschema:\"TAG\"` }"},
	{"TaggedItems", "type NAME struct { F []TYPE `json:\"f\" jsonschema:\"TAG\"` }"},
	{"TaggedArray", "type NAME struct { F [2]TYPE `json:\"f\" jsonschema:\"TAG\"` }"},
	{"TaggedValues", "type NAME struct { F map[string]TYPE `json:\"f\" jsonschema:\"TAG\"` }"},
	{"TaggedOmitted", "type NAME struct { F TYPE `json:\"f,omitzero\" jsonschema:\"TAG\"` }"},
	{"TaggedEmbedded", "type NAME struct { NAMEBase }\ntype NAMEBase struct { F TYPE `json:\"f\" jsonschema:\"TAG\"` }"},
	{"TaggedGeneric", "type NAME struct { NAMEBox[TYPE] }\ntype NAMEBox[T any] struct { F T `json:\"f\" jsonschema:\"TAG\"` }"},
	{"TaggedRecursive", "type NAME struct { F TYPE `json:\"f\" jsonschema:\"TAG\"`; More []NAME `json:\"more\"` }"},
	{"TaggedExtra", "type NAME struct { F TYPE `json:\"f\" jsonschema:\"TAG\" jsonschema_extras:\"x-z=1,x-a=b\"` }"},
}

// otherDeclarations has the types that are not combinations.
var otherDeclarations = []struct{ name, declaration string }{
	{"MinItems", "type NAME struct { F []int `json:\"f\" jsonschema:\"minItems=1,maxItems=3\"` }"},
	{"ItemsOfNamed", "type NAME struct { F Names `json:\"f\" jsonschema:\"minItems=1\"` }"},
	{"ItemsOfRecursive", "type NAME struct { F Forest `json:\"f\" jsonschema:\"minItems=1\"` }"},
	{"ReadItems", "type NAME struct { F []string `json:\"f\" jsonschema:\"readOnly=true\"` }"},
	{"TypeList", "type NAME struct { F any `json:\"f\" jsonschema:\"oneof_type=string;integer\"` }"},
	{"TypeChoice", "type NAME struct { F []Anything `json:\"f\" jsonschema:\"minItems=1\"` }"},
	{"UniqueArray", "type NAME struct { F [3]string `json:\"f\" jsonschema:\"uniqueItems=true\"` }"},
	{"Unique", "type NAME struct { F []Kind `json:\"f\" jsonschema:\"uniqueItems=true\"` }"},
	{"Empty", "type NAME struct{}"},
	{"Unnamed", "type NAME struct { F string }"},
	{"Dashes", "type NAME struct { F string `json:\"-\"`; G string `json:\"-,\"` }"},
	{"Unexported", "type NAME struct { f string; G string `json:\"g\"` }\nvar _ = NAME{}.f"},
	{"Rivals", "type NAME struct { NAMELeft; NAMERight; Own bool `json:\"own\"` }\ntype NAMELeft struct { F string `json:\"f\"` }\ntype NAMERight struct { F int `json:\"f\"` }"},
	{"ShadowedLater", "type NAME struct { G int `json:\"f\"`; NAMEBase }\ntype NAMEBase struct { F string `json:\"f\"` }"},
	{"TaggedRival", "type NAME struct { NAMELeft; NAMERight }\ntype NAMELeft struct { F string }\ntype NAMERight struct { G int `json:\"F\"` }"},
	{"NamedEmbedding", "type NAME struct { NAMEBase `json:\"base\"` }\ntype NAMEBase struct { F string `json:\"f\"` }"},
	{"DeepEmbedding", "type NAME struct { NAMEMiddle }\ntype NAMEMiddle struct { *NAMEBase }\ntype NAMEBase struct { F string `json:\"f\"` }"},
	{"EmbeddedGeneric", "type NAME struct { Page[Level] }"},
	{"EmbeddedForeign", "type NAME struct { other.Place }"},
	{"TwoInstances", "type NAME struct { F Page[int8] `json:\"f\"`; G Page[string] `json:\"g\"` }"},
	{"NestedInstances", "type NAME struct { F Page[Box[Point]] `json:\"f\"` }"},
	{"Mutual", "type NAME struct { F *NAMEOther `json:\"f\"` }\ntype NAMEOther struct { G []NAME `json:\"g\"` }"},
	{"RecursiveDescribed", "type NAME struct {\n// What comes next.\nNext *NAME `json:\"next\"` }"},
	{"SchemaOnField", "type NAME struct {\n//tool:schema {\"type\": \"object\", \"properties\": {}, \"maxProperties\": 3}\nF json.RawMessage `json:\"f\"` }"},
	{"SchemaOnDescribed", "type NAME struct {\n// Loosely speaking.\n//\n//tool:schema {\"anyOf\": [{\"type\": \"null\"}, {\"const\": 1.50}]}\nF any `json:\"f\"` }"},
	{"AnyOnField", "type NAME struct {\n//tool:any\nF any `json:\"f\"` }"},
}

const pairsDir = "testdata/pairs"

// pairFile is a generated file with the types of one use.
type pairFile struct {
	name   string
	types  []string
	source bytes.Buffer
}

// add adds the declaration of a type.
func (f *pairFile) add(name, declaration string, replacements ...string) {
	f.types = append(f.types, name)
	replacements = append(replacements, "NAME", name)
	fmt.Fprintf(&f.source, "// %s is a pair.\n%s\n\n", name, strings.NewReplacer(replacements...).Replace(declaration))
}

// pairFiles returns the files for all tables.
func pairFiles() []*pairFile {
	var files []*pairFile
	for _, use := range kindUses {
		f := &pairFile{name: use.name}
		for _, kind := range kinds {
			if !slices.Contains(kind.notIn, use.name) {
				f.add(use.name+kind.name, use.declaration, "TYPE", kind.written)
			}
		}
		files = append(files, f)
	}
	for _, use := range tagUses {
		f := &pairFile{name: use.name}
		for _, k := range tagKeywords {
			if slices.Contains(k.notIn, use.name) {
				continue
			}
			f.add(use.name+k.name, use.declaration, "TYPE", k.written, "TAG", strings.ReplaceAll(k.tag, "NAME", use.name))
		}
		files = append(files, f)
	}
	others := &pairFile{name: "Others"}
	for _, other := range otherDeclarations {
		others.add(other.name, other.declaration)
	}
	return append(files, others)
}

const pairsHeader = "// Code generated by go test -run TestPairsAreFresh -update. DO NOT EDIT.\n\npackage pairs\n\n"

// content returns the text of the file, with the imports that it needs.
func (f *pairFile) content(t *testing.T) []byte {
	t.Helper()
	var b bytes.Buffer
	b.WriteString(pairsHeader)
	for _, path := range []string{"encoding/json", "net", "net/netip", "time", "github.com/toolgen/toolgen/internal/gen/schema/testdata/pairs/other"} {
		if regexp.MustCompile(`\b` + filepath.Base(path) + `\.[A-Z]`).Match(f.source.Bytes()) {
			fmt.Fprintf(&b, "import %q\n", path)
		}
	}
	fmt.Fprintf(&b, "\n// %[1]sPairs are the types of this file.\ntype %[1]sPairs struct {\n", f.name)
	for _, name := range f.types {
		fmt.Fprintf(&b, "%[1]s %[1]s\n", name)
	}
	b.WriteString("}\n\n")
	b.Write(f.source.Bytes())
	return formatSource(t, b.Bytes())
}

// allPairs returns the text of the file with the struct All, which has a field
// of every type.
func allPairs(t *testing.T, files []*pairFile) []byte {
	t.Helper()
	var b bytes.Buffer
	b.WriteString(pairsHeader + "// All has all pairs.\ntype All struct {\n")
	for _, f := range files {
		fmt.Fprintf(&b, "%s %s\n", f.name+"Pairs", f.name+"Pairs")
	}
	b.WriteString("}\n\n// Use takes and gives all of them.\n//\n//tool:register\nfunc Use(args All) All { return args }\n")
	return formatSource(t, b.Bytes())
}

func formatSource(t *testing.T, source []byte) []byte {
	t.Helper()
	text, err := format.Source(source)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return text
}

// The files in testdata/pairs are equal to the files that pairFiles returns.
func TestPairsAreFresh(t *testing.T) {
	files := pairFiles()
	want := map[string][]byte{"all.go": allPairs(t, files)}
	for _, f := range files {
		want[strings.ToLower(f.name)+".go"] = f.content(t)
	}
	entries, err := os.ReadDir(pairsDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if want[entry.Name()] == nil && !slices.Contains([]string{"declarations.go", "other"}, entry.Name()) {
			t.Errorf("%s is not one of the generated files: remove it", entry.Name())
		}
	}
	for name, content := range want {
		path := filepath.Join(pairsDir, name)
		if *update {
			if err := os.WriteFile(path, content, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		written, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(content), string(written)); diff != "" {
			t.Errorf("%s is not fresh: run go test -update (-want +got):\n%s", name, diff)
		}
	}
}
