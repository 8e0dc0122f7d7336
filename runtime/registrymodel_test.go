package runtime_test

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	goruntime "runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/toolgen/toolgen/runtime"
)

// modelTool is a registered tool in the model.
type modelTool struct{ name, plugin, declaration string }

// model is a simple registry: a list of tools. It stores every state that it had
// in two forms: as the results of a batch, and as a list of definitions.
type model struct {
	registry *runtime.Registry
	random   *rand.Rand
	tools    []modelTool
	plugins  map[string]int // the last version of each registered plugin

	mu     sync.Mutex
	states map[string]bool
	reads  atomic.Int64 // by readers
}

// modelNames are all names that the test uses.
var modelNames = []string{"a", "b", "c", "d", "e", "f", "g", "h"}

func newModel(seed uint64) *model {
	m := &model{registry: runtime.NewRegistry(nil), random: rand.New(rand.NewPCG(seed, 11)), plugins: map[string]int{}, states: map[string]bool{}}
	m.setState(nil)
	return m
}

// setState makes the tools the state of the model. It must be called before the
// registry changes, because readers may see the new state immediately.
func (m *model) setState(tools []modelTool) {
	m.tools = tools
	m.mu.Lock()
	defer m.mu.Unlock()
	m.states[m.listState()], m.states[m.callsState()] = true, true
}

// listState returns the state in the form of a list of definitions.
func (m *model) listState() string {
	var b strings.Builder
	for _, tool := range m.tools {
		fmt.Fprintf(&b, "%s %s,", tool.name, tool.declaration)
	}
	return b.String()
}

// callsState returns the state in the form of the results of a batch that calls
// all names.
func (m *model) callsState() string {
	answers := make([]string, len(modelNames))
	for _, tool := range m.tools {
		answers[slices.Index(modelNames, tool.name)] = tool.declaration
	}
	return "called " + strings.Join(answers, ",")
}

func (m *model) wasState(state string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.states[state]
}

// pick returns some of the names, in random order, each with a new or an old
// declaration.
func (m *model) pick(plugin string) (tools []*runtime.Tool, picked []modelTool) {
	for _, i := range m.random.Perm(len(modelNames))[:m.random.IntN(4)] {
		declaration := fmt.Sprint(m.random.IntN(3))
		tools = append(tools, &runtime.Tool{Name: modelNames[i], Description: declaration, Invoke: textHandler(declaration)})
		picked = append(picked, modelTool{modelNames[i], plugin, declaration})
	}
	return tools, picked
}

func (m *model) without(gone func(modelTool) bool) []modelTool {
	return slices.DeleteFunc(slices.Clone(m.tools), gone)
}

func indexOf(tools []modelTool, name string) int {
	return slices.IndexFunc(tools, func(t modelTool) bool { return t.name == name })
}

// add returns the state with the tools at the end. ok is false if a name is
// already registered.
func add(tools, added []modelTool) (after []modelTool, ok bool) {
	after = slices.Clone(tools)
	for _, tool := range added {
		if indexOf(after, tool.name) >= 0 {
			return nil, false
		}
		after = append(after, tool)
	}
	return after, true
}

// replacePlugin returns the state after a plugin was replaced. ok is false if a name
// is already registered.
func (m *model) replacePlugin(id string, picked []modelTool) (after []modelTool, ok bool) {
	var added []modelTool
	for _, tool := range picked {
		if i := indexOf(m.tools, tool.name); i < 0 || m.tools[i].plugin != id {
			added = append(added, tool)
		}
	}
	for _, tool := range m.tools {
		if tool.plugin == id {
			i := indexOf(picked, tool.name)
			if i < 0 {
				continue
			}
			tool = picked[i]
		}
		after = append(after, tool)
	}
	return add(after, added)
}

// step makes one random change. It returns the error of the registry, and
// whether the change must succeed.
func (m *model) step() (what string, err error, ok bool) {
	id := []string{"p", "q"}[m.random.IntN(2)]
	_, registered := m.plugins[id]
	var after []modelTool
	switch m.random.IntN(7) {
	case 0:
		tools, picked := m.pick("")
		if after, ok = add(m.tools, picked); ok {
			m.setState(after)
		}
		return fmt.Sprintf("Register %v", picked), m.registry.Register(tools...), ok
	case 1, 2:
		name := modelNames[m.random.IntN(len(modelNames))]
		m.setState(m.without(func(t modelTool) bool { return t.name == name }))
		m.registry.Unregister(name)
		return "Unregister " + name, nil, true
	case 3:
		m.setState(m.without(func(t modelTool) bool { return t.plugin == id }))
		m.registry.UnregisterPlugin(id)
		delete(m.plugins, id)
		return "UnregisterPlugin " + id, nil, true
	case 4:
		tools, picked := m.pick(id)
		if after, ok = add(m.tools, picked); ok && !registered {
			m.setState(after)
			m.plugins[id] = 0
		}
		err = m.registry.RegisterPlugin(runtime.Plugin{ID: id, Tools: tools})
		return fmt.Sprintf("RegisterPlugin %s %v", id, picked), err, ok && !registered
	default:
		tools, picked := m.pick(id)
		if after, ok = m.replacePlugin(id, picked); ok {
			m.setState(after)
			m.plugins[id] = 0
		}
		return fmt.Sprintf("ReplacePlugin %s %v", id, picked), m.registry.ReplacePlugin(runtime.Plugin{ID: id, Tools: tools}), ok
	}
}

func (m *model) check(t *testing.T, what string) {
	t.Helper()
	if got := m.shownNow(); got != m.listState() {
		t.Fatalf("after %s the registry has %s, want %s", what, got, m.listState())
	}
}

// shownNow returns the present definitions in the form of listState.
func (m *model) shownNow() string {
	var b strings.Builder
	for _, d := range m.registry.Definitions(runtime.Policy{}) {
		fmt.Fprintf(&b, "%s %s,", d.Name, d.Description)
	}
	return b.String()
}

// read executes batches and lists definitions until the context ends. Each of
// them must show a state that the registry has had.
func (m *model) read(ctx context.Context, t *testing.T) {
	for ctx.Err() == nil {
		if got := m.shownNow(); !m.wasState(got) {
			t.Errorf("definitions show a state that never was: %s", got)
		}
		if got := "called " + strings.Join(values(execute(t, m.registry, modelNames...)), ","); !m.wasState(got) {
			t.Errorf("a batch shows a state that never was: %s", got)
		}
		m.reads.Add(1)
	}
}

// follow applies the changes until the tool "end" is added, and returns the
// declaration of each tool at the time of its last change. A lazy follower lets
// changes accumulate.
func (m *model) follow(t *testing.T, changes iter.Seq[runtime.Change], lazy bool) (folded map[string]string, combined int) {
	folded = map[string]string{}
	last := uint64(1)
	for change := range changes {
		if change.Since != last || change.Revision <= change.Since || change.Revision > m.registry.Revision() {
			t.Errorf("after revision %d: %+v", last, change)
		}
		if last = change.Revision; change.Revision > change.Since+1 {
			combined++
		}
		for _, name := range change.Removed {
			if _, known := folded[name]; !known {
				t.Errorf("%s was removed before it was added: %+v", name, change)
			}
			delete(folded, name)
		}
		for _, name := range change.Changed {
			if _, known := folded[name]; !known {
				t.Errorf("%s changed before it was added: %+v", name, change)
			}
		}
		for _, name := range change.Added {
			if _, known := folded[name]; known {
				t.Errorf("%s was added twice: %+v", name, change)
			}
		}
		for _, name := range slices.Concat(change.Added, change.Changed) {
			folded[name] = ""
			if tool, ok := m.registry.Tool(name); ok { // perhaps a newer one, which a later change reports
				folded[name] = tool.Description
			}
		}
		if slices.Contains(change.Added, "end") {
			delete(folded, "end")
			return folded, combined
		}
		for range 30 {
			if lazy {
				goruntime.Gosched()
			}
		}
	}
	t.Error("the changes ended without the last one")
	return folded, combined
}

// The registry has the states of the model after random changes during batches,
// and a program that follows its changes knows its tools.
func TestRegistryModel(t *testing.T) {
	seeds, combined := uint64(60), 0
	if testing.Short() {
		seeds = 20
	}
	for seed := range seeds {
		m := newModel(seed)
		ctx, stop := context.WithCancel(t.Context())
		var readers, followers sync.WaitGroup
		for range 2 {
			readers.Go(func() { m.read(ctx, t) })
		}
		folded, combinedBy := [2]map[string]string{}, [2]int{}
		for i := range folded {
			changes := m.registry.Changes(t.Context())
			followers.Go(func() { folded[i], combinedBy[i] = m.follow(t, changes, i == 1) })
		}
		for i := range 60 {
			for reads := m.reads.Load(); i%5 == 0 && m.reads.Load() == reads; {
				goruntime.Gosched()
			}
			before, revision := m.listState(), m.registry.Revision()
			what, err, ok := m.step()
			if (err == nil) != ok {
				t.Fatalf("seed %d: %s: the error is %v, want success: %t", seed, what, err, ok)
			}
			m.check(t, what)
			if changed := m.registry.Revision() != revision; changed != (before != m.listState()) {
				t.Fatalf("seed %d: %s: another revision: %t, though the tools were %s and are %s", seed, what, changed, before, m.listState())
			}
		}
		stop()
		readers.Wait()
		if err := m.registry.Register(&runtime.Tool{Name: "end", Invoke: noop}); err != nil {
			t.Fatal(err)
		}
		followers.Wait()
		want := map[string]string{}
		for _, tool := range m.tools {
			want[tool.name] = tool.declaration
		}
		for i := range folded {
			if combined += combinedBy[i]; !maps.Equal(folded[i], want) {
				t.Errorf("seed %d: the changes lead to %v, want %v", seed, folded[i], want)
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	if combined == 0 {
		t.Error("no changes were combined")
	}
}
