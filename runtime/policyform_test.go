package runtime_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolgen/toolgen/runtime"
)

// fullPolicy is a policy with all members set.
const fullPolicy = `{"version":1,"tools":["read_file"],"toolsets":[],"mcp_servers":["linear"],"mcp_tools":{"git":"*","linear":["get_issue"]},"plugins":"*",` +
	`"exclude":["terminal"],"grants":["ops"],"files":{"version":1,"read":["."],"write":[],"deny":["secret"]},"network":{"version":1,"allow":["*"],"deny":["example.org"],"allow_private":false}}`

func TestNamesForm(t *testing.T) {
	for _, c := range []struct {
		names runtime.Names
		want  string
	}{
		{runtime.Names{}, `"*"`},
		{runtime.AllowOnly(), `[]`},
		{runtime.AllowOnly("*"), `["*"]`},
		{runtime.AllowOnly("a", "<b>", "\xff"), `["a","<b>",{"base64":"/w=="}]`},
	} {
		text := encodings(t, c.names)
		if text[0] != c.want {
			t.Errorf("got %s, want %s", text[0], c.want)
		}
		for _, text := range text {
			back := read(t, new(runtime.AllowOnly("old")), text).(*runtime.Names)
			if !cmp.Equal(c.names, *back, sameValue) {
				t.Errorf("%s became %+v", text, back)
			}
		}
	}
	for _, text := range []string{"", "null", `""`, `"a"`, `"**"`, `" *"`, "{}", `{"*":true}`, "true", "0", `[null]`, `[1]`, `[["a"]]`, `"*" "*"`, `["a",]`} {
		names := runtime.AllowOnly("old")
		err := names.UnmarshalJSON([]byte(text))
		if _, ok := errors.AsType[*runtime.FormError](err); !ok || !names.Allows("old") || names.Allows("new") {
			t.Errorf("%s: %v; the names are %+v", text, err, names)
		}
	}
}

// A form without a member cannot be read, because the zero value would allow
// more. This includes the form that encoding/json gives to the struct.
func TestFormsThatAllowMore(t *testing.T) {
	for _, text := range []string{
		`{}`, `null`, `{"version":1}`, `{"Tools":{},"Toolsets":{},"MCPServers":{},"MCPTools":null,"Plugins":{},"Exclude":null,"Grants":null,"Files":{},"Network":{}}`,
		strings.Replace(fullPolicy, `"toolsets":[]`, `"toolsets":{}`, 1),
		strings.Replace(fullPolicy, `"toolsets":[]`, `"toolsets":null`, 1),
		strings.Replace(fullPolicy, `"linear":["get_issue"]`, `"linear":null`, 1),
		strings.Replace(fullPolicy, `"linear":["get_issue"]`, `"linear":["get_issue"],"linear":"*"`, 1),
		strings.Replace(fullPolicy, `"deny":["secret"]`, `"deny":null`, 1),
		strings.Replace(fullPolicy, `,"deny":["secret"]`, ``, 1),
		strings.Replace(fullPolicy, `"deny":["secret"]`, `"deny":["secret"],"deny":[]`, 1),
		strings.Replace(fullPolicy, `"files":{"version":1`, `"files":{"version":2`, 1),
		strings.Replace(fullPolicy, `"terminal"`, `"\ud800"`, 1),
	} {
		policy := runtime.Policy{Tools: runtime.AllowOnly("old")}
		err := json.Unmarshal([]byte(text), &policy)
		if _, ok := errors.AsType[*runtime.FormError](err); !ok || !cmp.Equal(policy, runtime.Policy{Tools: runtime.AllowOnly("old")}, sameValue) {
			t.Errorf("%v; the policy is %+v\n%s", err, policy, text)
		}
	}
}

func TestServerWithoutForm(t *testing.T) {
	policy := runtime.Policy{MCPTools: map[string]runtime.Names{"\xff": runtime.AllowOnly()}}
	if text, err := json.Marshal(policy); err == nil || !strings.Contains(err.Error(), "mcp_tools") {
		t.Errorf("got %s, %v; want an error that names the member", text, err)
	}
}

// randomPolicy returns a random policy over the names in policyRegistry and
// others.
func randomPolicy(random *rand.Rand) runtime.Policy {
	universe := strings.Fields("read_file terminal get_skill hidden deploy mcp_single file skills ops mcp linear git solo list_issues get_issue hub__push owned acme other prod plug_a plug_b * mcp__linear__get_issue")
	pick := func() []string {
		names := make([]string, random.IntN(5))
		for i := range names {
			names[i] = universe[random.IntN(len(universe))]
		}
		return names
	}
	names := func() runtime.Names {
		if random.IntN(2) == 0 {
			return runtime.Names{}
		}
		return runtime.AllowOnly(pick()...)
	}
	policy := runtime.Policy{
		Tools: names(), Toolsets: names(), MCPServers: names(), Plugins: names(), Exclude: pick(), Grants: pick(),
		Files:   runtime.FilePolicy{Read: pick(), Write: pick(), Deny: pick()},
		Network: runtime.NetworkPolicy{Allow: pick(), Deny: pick(), AllowPrivate: random.IntN(2) == 0},
	}
	for _, server := range pick() {
		policy.MCPTools = map[string]runtime.Names{server: names()}
	}
	return policy
}

// A policy that was stored shows and runs the same tools, and allows the same
// files and hosts.
func TestStoredPoliciesAllowTheSame(t *testing.T) {
	registry, random := policyRegistry(t), rand.New(rand.NewPCG(3, 4))
	for range 300 {
		policy := randomPolicy(random)
		for _, text := range encodings(t, policy) {
			back := *read(t, new(runtime.Policy), text).(*runtime.Policy)
			if diff := cmp.Diff(shownNames(registry, policy), shownNames(registry, back)); diff != "" {
				t.Fatalf("shown (-before +after):\n%s%s", diff, text)
			}
			if diff := cmp.Diff(runNames(t, registry, policy), runNames(t, registry, back)); diff != "" {
				t.Fatalf("executed (-before +after):\n%s%s", diff, text)
			}
			if !cmp.Equal(policy.Files, back.Files, sameValue) || !cmp.Equal(policy.Network, back.Network, sameValue) {
				t.Fatalf("reach: %+v became %+v", policy, back)
			}
		}
	}
}

// widening returns how the second policy allows more than the first; empty if it
// does not.
func widening(t *testing.T, registry *runtime.Registry, before, after runtime.Policy) string {
	beyond := func(wider, narrower []string) bool {
		return slices.ContainsFunc(wider, func(name string) bool { return !slices.Contains(narrower, name) })
	}
	for _, c := range []struct {
		what  string
		wider bool
	}{
		{"shows more", beyond(shownNames(registry, after), shownNames(registry, before))},
		{"runs more", beyond(runNames(t, registry, after), runNames(t, registry, before))},
		{"has more grants", beyond(after.Grants, before.Grants)},
		{"reads more", beyond(after.Files.Read, before.Files.Read)},
		{"writes more", beyond(after.Files.Write, before.Files.Write)},
		{"denies fewer files", beyond(before.Files.Deny, after.Files.Deny)},
		{"reaches more hosts", beyond(after.Network.Allow, before.Network.Allow)},
		{"denies fewer hosts", beyond(before.Network.Deny, after.Network.Deny)},
		{"reaches private addresses", after.Network.AllowPrivate && !before.Network.AllowPrivate},
	} {
		if c.wider {
			return c.what
		}
	}
	return ""
}

// A damaged policy is an error or does not allow more. Exceptions are a changed
// byte in a name and a list that lost its end: a form without a checksum cannot
// detect them.
func TestDamagedPoliciesAllowNoMore(t *testing.T) {
	registry, random := policyRegistry(t), rand.New(rand.NewPCG(5, 6))
	read := 0
	for range 200 {
		policy := randomPolicy(random)
		text := encodings(t, policy)[random.IntN(3)]
		for range 20 {
			var damaged string
			switch random.IntN(3) {
			case 0:
				damaged = damageByte(random, text)
			case 1:
				damaged = damageMember(random, text)
			default:
				damaged = text[:random.IntN(len(text))]
			}
			var back runtime.Policy
			if err := json.Unmarshal([]byte(damaged), &back); err != nil {
				continue
			}
			read++
			if how := widening(t, registry, policy, back); how != "" {
				t.Fatalf("the damaged policy %s\nbefore: %s\nafter:  %s", how, text, damaged)
			}
		}
	}
	t.Logf("%d damaged policies were read", read)
	if read < 50 {
		t.Errorf("only %d damaged policies were read: the test compares too little", read)
	}
}

// damageByte removes, replaces or inserts one byte outside strings.
func damageByte(random *rand.Rand, text string) string {
	const noise = "{}[],:\"*0 1\n\\tfn"
	for {
		i := random.IntN(len(text))
		if insideString(text, i) {
			continue
		}
		with := string(noise[random.IntN(len(noise))])
		switch random.IntN(3) {
		case 0:
			with = ""
		case 1:
			return text[:i] + with + text[i:]
		}
		return text[:i] + with + text[i+1:]
	}
}

// insideString reports whether the position i is between the quotes of a
// string.
func insideString(text string, i int) bool {
	inside := false
	for j := 0; j < i; j++ {
		switch {
		case text[j] == '"':
			inside = !inside
		case text[j] == '\\' && inside:
			j++
		}
	}
	return inside
}

// damageMember removes, renames, repeats or changes one member of the policy or
// of one of its objects.
func damageMember(random *rand.Rand, text string) string {
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &members); err != nil {
		panic(err)
	}
	if nested := []string{"files", "network"}[random.IntN(2)]; members[nested] != nil && random.IntN(2) == 0 {
		members[nested] = json.RawMessage(damageMember(random, string(members[nested])))
		return joinMembers(members)
	}
	names := make([]string, 0, len(members))
	for name := range members {
		names = append(names, name)
	}
	slices.Sort(names)
	name := names[random.IntN(len(names))]
	value := members[name]
	delete(members, name)
	wrong := []string{"null", "[null]", "[0]", `""`, `"all"`, "2", `{"a":null}`, `{"version":1}`, `[["a"]]`}
	for _, d := range []struct{ name, value string }{
		{name, wrong[random.IntN(len(wrong))]}, {strings.ToUpper(name), string(value)}, {name + "s", string(value)}, {"", ""},
	}[random.IntN(4):][:1] {
		if d.name != "" {
			members[d.name] = json.RawMessage(d.value)
		}
	}
	damaged := joinMembers(members)
	if random.IntN(5) == 0 {
		return strings.Replace(damaged, "}", `,"`+name+`":`+string(value)+`,"`+name+`":`+wrong[random.IntN(len(wrong))]+"}", 1)
	}
	return damaged
}

// joinMembers returns an object with the members in any order.
func joinMembers(members map[string]json.RawMessage) string {
	var parts []string
	for name, value := range members {
		parts = append(parts, `"`+name+`":`+string(value))
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// FuzzPolicy reads texts. A policy that can be read can be written, and the
// written policy shows the same tools.
func FuzzPolicy(f *testing.F) {
	f.Add(fullPolicy)
	f.Add(strings.ReplaceAll(fullPolicy, `"*"`, `[]`))
	f.Add(strings.ReplaceAll(fullPolicy, `"linear"`, `"git"`))
	f.Fuzz(func(t *testing.T, text string) {
		var policy, back runtime.Policy
		if policy.UnmarshalJSON([]byte(text)) != nil {
			if !reflect.ValueOf(policy).IsZero() {
				t.Fatal("the policy changed, though it could not be read")
			}
			return
		}
		for _, member := range []string{"tools", "toolsets", "mcp_servers", "mcp_tools", "plugins", "exclude", "grants", "files", "network"} {
			var members map[string]json.RawMessage
			if json.Unmarshal([]byte(text), &members) != nil || members[member] == nil {
				t.Fatalf("the policy was read without %s", member)
			}
		}
		written, err := json.Marshal(policy)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(written, &back); err != nil || !cmp.Equal(policy, back, sameValue) {
			t.Fatalf("%v\n%s", err, written)
		}
	})
}
