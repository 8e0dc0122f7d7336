package runtime

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
)

// The decisions of a scheduler are compared with a model that compares every
// pair of calls.

// schedulerTools returns tools with all kinds of conflicts.
func schedulerTools() []*entry {
	files := func(kinds capability.Kind, root string) *capability.Needs {
		return &capability.Needs{Kinds: kinds, Read: []string{root}, Write: []string{root}}
	}
	const read, write = capability.KindRead, capability.KindRead | capability.KindWrite
	key := func(any) string { return "" }
	tools := []Tool{
		{Name: "pure"}, {Name: "look", Hints: Hints{ReadOnly: true}}, {Name: "change", Hints: Hints{SideEffects: true}},
		{Name: "read_a", Needs: files(read, "a")}, {Name: "write_a", Needs: files(write, "a")}, {Name: "write_b", Needs: files(write, "b")},
		{Name: "run", Needs: &capability.Needs{Kinds: capability.KindProcess}}, {Name: "only", Exclusive: true},
		{Name: "keyed", Key: key}, {Name: "keyed_change", Key: key, Hints: Hints{SideEffects: true}},
	}
	entries := make([]*entry, len(tools))
	for i := range tools {
		entries[i] = &entry{tool: &tools[i], effects: tools[i].effects()}
	}
	return entries
}

// model decides by comparing a call with every earlier call.
type model struct {
	entries        []*entry
	keys           []string
	finished, stay []bool // stay: abandoned, and its tool is still running
	asks           []bool
}

func (m *model) conflict(i, j int) bool {
	keyed := m.entries[i].tool.Key != nil && m.entries[j].tool.Key != nil && m.keys[i] == m.keys[j]
	return keyed || haveConflict(m.entries[i], m.entries[j])
}

// mayStart reports whether the order allows a call to start.
func (m *model) mayStart(i int) bool {
	for j := range i {
		if !m.finished[j] && m.conflict(j, i) {
			return false
		}
	}
	return !m.finished[i]
}

// The scheduler and the model receive the same random events. A call must
// become ready or blocked at the same time in both.
func TestSchedulerAgainstModel(t *testing.T) {
	for seed := range uint64(3000) {
		random := rand.New(rand.NewPCG(seed, 5))
		if problem := compareWithModel(random); problem != "" {
			t.Fatalf("seed %d: %s", seed, problem)
		}
	}
}

func compareWithModel(random *rand.Rand) string {
	all, n := schedulerTools(), 1+random.IntN(25)
	m := &model{entries: make([]*entry, n), keys: make([]string, n), finished: make([]bool, n), stay: make([]bool, n), asks: make([]bool, n)}
	for i := range n {
		m.entries[i] = all[random.IntN(len(all))]
		m.keys[i] = fmt.Sprint(random.IntN(3))
		m.finished[i] = random.IntN(10) == 0 // refused
	}
	s := newScheduler(n, func(i int) *entry {
		if m.finished[i] {
			return nil
		}
		return m.entries[i]
	})
	for i := range n {
		if m.finished[i] {
			continue
		}
		if m.entries[i].tool.Key != nil {
			s.setKey(i, m.keys[i])
		}
		if random.IntN(6) == 0 {
			m.asks[i] = true
			s.addApprovalWait(i)
		}
	}
	s.start()
	return follow(random, s, m)
}

// follow creates events until every call is finished.
func follow(random *rand.Rand, s *scheduler, m *model) string {
	n := len(m.entries)
	ready, running := map[int]bool{}, []int{}
	for range 20 * n {
		blocked := s.takeBlocked()
		for i, ok := s.takeReady(); ok; i, ok = s.takeReady() {
			ready[i] = true
			running = append(running, i)
		}
		for i := range n {
			may := m.mayStart(i)
			switch held := slices.Contains(blocked, i); {
			case (ready[i] || held) && !may && !m.finished[i]:
				return fmt.Sprintf("call %d (%s) started too early", i, m.entries[i].tool.Name)
			case may && !ready[i] && !held && !m.asks[i]:
				return fmt.Sprintf("call %d (%s) could start and did not", i, m.entries[i].tool.Name)
			case held && !slices.ContainsFunc(m.stillRunning(), func(j int) bool { return m.conflict(j, i) }):
				return fmt.Sprintf("call %d (%s) is blocked by nothing", i, m.entries[i].tool.Name)
			}
		}
		for _, i := range blocked {
			m.finished[i], m.asks[i] = true, false
			s.finish(i, false)
		}
		if len(blocked) > 0 {
			continue
		}
		event(random, s, m, &running)
	}
	for i := range n {
		if !m.finished[i] {
			return fmt.Sprintf("call %d (%s) never finished", i, m.entries[i].tool.Name)
		}
	}
	return ""
}

func (m *model) stillRunning() []int {
	var all []int
	for i, stay := range m.stay {
		if stay {
			all = append(all, i)
		}
	}
	return all
}

// event creates one possible random event.
func event(random *rand.Rand, s *scheduler, m *model, running *[]int) {
	if asked := slices.Index(m.asks, true); asked >= 0 && (len(*running) == 0 || random.IntN(4) == 0) {
		m.asks[asked] = false
		if random.IntN(3) == 0 {
			m.finished[asked] = true
			s.finish(asked, false)
			return
		}
		s.removeApprovalWait(asked)
		return
	}
	if stillRunning := m.stillRunning(); len(stillRunning) > 0 && random.IntN(3) == 0 {
		i := stillRunning[random.IntN(len(stillRunning))]
		m.stay[i] = false
		s.toolReturned(i)
		return
	}
	if len(*running) > 0 {
		at := random.IntN(len(*running))
		i := (*running)[at]
		*running = slices.Delete(*running, at, at+1)
		m.finished[i], m.stay[i] = true, random.IntN(8) == 0
		s.finish(i, m.stay[i])
	}
}

// A tool that returns after its call was abandoned, but before the scheduler
// receives that event, blocks no other call.
func TestToolReturnedBeforeItFinished(t *testing.T) {
	only := &entry{tool: &Tool{Exclusive: true}}
	s := newScheduler(2, func(int) *entry { return only })
	s.start()
	i, _ := s.takeReady()
	s.toolReturned(i)
	s.finish(i, true)
	if next, ok := s.takeReady(); !ok || next != 1 || len(s.takeBlocked()) != 0 {
		t.Errorf("the next call is %d, %t", next, ok)
	}
}
