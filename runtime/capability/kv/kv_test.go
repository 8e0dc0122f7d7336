package kv_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/kv"
)

// openKV opens the scope of a request in a store.
func openKV(t testing.TB, store kv.Store, request capability.Request) capability.KV {
	t.Helper()
	if request.Needs == nil {
		request.Needs = &capability.Needs{Storage: capability.StorageNeeds{Scope: capability.ScopeTool}}
	}
	if request.Tool == "" {
		request.Tool = "tool"
	}
	values, err := kv.New(&kv.Options{Store: store}).Open(t.Context(), &request)
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// stores returns a store of each kind.
func stores(t *testing.T) map[string]kv.Store {
	disk, err := kv.Directory(filepath.Join(t.TempDir(), "store"))
	if err != nil {
		t.Fatal(err)
	}
	return map[string]kv.Store{"memory": kv.Memory(), "disk": disk}
}

func mustGet(t *testing.T, values capability.KV, key, want string) {
	t.Helper()
	got, ok, err := values.Get(t.Context(), key)
	if err != nil || ok != (want != "") || got != want {
		t.Errorf("%s: got %q, %t, %v, want %q", key, got, ok, err, want)
	}
}

func TestValues(t *testing.T) {
	for name, store := range stores(t) {
		t.Run(name, func(t *testing.T) {
			values := openKV(t, store, capability.Request{})
			mustGet(t, values, "a", "")
			for _, key := range []string{"a", "ab", "b/../x", "..", "ключ", "a\x00b", strings.Repeat("k", kv.MaxKeyBytes)} {
				if err := errors.Join(values.Set(t.Context(), key, "old"), values.Set(t.Context(), key, "of "+key)); err != nil {
					t.Fatal(err)
				}
				mustGet(t, values, key, "of "+key)
			}
			if keys, err := values.List(t.Context(), "a"); err != nil || !slices.Equal(keys, []string{"a", "a\x00b", "ab"}) {
				t.Errorf("got %q, %v", keys, err)
			}
			if err := errors.Join(values.Delete(t.Context(), "a"), values.Delete(t.Context(), "a")); err != nil {
				t.Error(err)
			}
			mustGet(t, values, "a", "")
			for reason, err := range map[string]error{
				"no key":              values.Set(t.Context(), "", "x"),
				"a long key":          values.Set(t.Context(), strings.Repeat("k", kv.MaxKeyBytes+1), "x"),
				"a long value":        values.Set(t.Context(), "a", strings.Repeat("x", kv.MaxValueBytes+1)),
				"not UTF-8":           values.Set(t.Context(), "a", "\xff"),
				"not UTF-8 to delete": values.Delete(t.Context(), "\xff"),
			} {
				if err == nil {
					t.Errorf("%s: must be refused", reason)
				}
			}
		})
	}
}

func TestScopes(t *testing.T) {
	request := func(scope capability.Scope, tool, session, personality string) capability.Request {
		return capability.Request{Tool: tool, Session: session, Personality: personality,
			Needs: &capability.Needs{Storage: capability.StorageNeeds{Scope: scope}}}
	}
	for name, store := range stores(t) {
		set := openKV(t, store, request(capability.ScopeSession, "t", "s", "p"))
		if err := set.Set(t.Context(), "key", "value"); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			reason  string
			request capability.Request
			shared  bool
		}{
			{"another tool of the session", request(capability.ScopeSession, "u", "s", "q"), true},
			{"another session", request(capability.ScopeSession, "t", "s2", "p"), false},
			{"the tool's own", request(capability.ScopeTool, "t", "s", "p"), false},
			{"a tool with the session's name", request(capability.ScopeTool, "s", "s", "p"), false},
			{"a personality with the session's name", request(capability.ScopePersonality, "t", "s", "s"), false},
			{"a tool with the name of a scope", request(capability.ScopeTool, "session:s", "s", "p"), false},
		} {
			_, ok, err := openKV(t, store, c.request).Get(t.Context(), "key")
			if err != nil || ok != c.shared {
				t.Errorf("%s, %s: %t, %v", name, c.reason, ok, err)
			}
		}
		for _, r := range []capability.Request{
			request(capability.ScopeSession, "t", "", "p"), request(capability.ScopePersonality, "t", "s", ""), request("", "t", "s", "p"),
		} {
			var denied *capability.Denied
			if _, err := kv.New(&kv.Options{Store: store}).Open(t.Context(), &r); !errors.As(err, &denied) {
				t.Errorf("%s, scope %q without an owner: %v", name, r.Needs.Storage.Scope, err)
			}
		}
	}
	if _, err := kv.New(&kv.Options{Store: nil}).Open(t.Context(), new(request(capability.ScopeTool, "t", "", ""))); err == nil {
		t.Error("a nil store was opened")
	}
}

func TestNothingDeclared(t *testing.T) {
	_, err := kv.New(&kv.Options{Store: kv.Memory()}).Open(t.Context(), &capability.Request{Tool: "t", Session: "s"})
	if _, ok := errors.AsType[*capability.Denied](err); !ok {
		t.Errorf("without needs: %v", err)
	}
}

func TestDryRun(t *testing.T) {
	for name, store := range stores(t) {
		if err := openKV(t, store, capability.Request{}).Set(t.Context(), "key", "value"); err != nil {
			t.Fatal(err)
		}
		values := openKV(t, store, capability.Request{DryRun: true})
		for _, err := range []error{values.Set(t.Context(), "key", "new"), values.Delete(t.Context(), "key")} {
			if denied, ok := errors.AsType[*capability.Denied](err); !ok {
				t.Errorf("%s: %v, %v", name, denied, err)
			}
		}
		mustGet(t, values, "key", "value")
	}
}

func TestValuesExpire(t *testing.T) {
	for name, store := range stores(t) {
		short := openKV(t, store, capability.Request{Needs: &capability.Needs{Storage: capability.StorageNeeds{Scope: capability.ScopeTool, TTL: time.Nanosecond}}})
		long := openKV(t, store, capability.Request{Needs: &capability.Needs{Storage: capability.StorageNeeds{Scope: capability.ScopeTool, TTL: time.Hour}}})
		if err := errors.Join(short.Set(t.Context(), "gone", "x"), long.Set(t.Context(), "there", "x")); err != nil {
			t.Fatal(err)
		}
		mustGet(t, long, "gone", "")
		mustGet(t, long, "there", "x")
		if keys, err := long.List(t.Context(), ""); err != nil || !slices.Equal(keys, []string{"there"}) {
			t.Errorf("%s: %q, %v", name, keys, err)
		}
	}
}

func TestValuesPersist(t *testing.T) {
	dir := t.TempDir()
	for n := range 2 {
		store, err := kv.Directory(dir)
		if err != nil {
			t.Fatal(err)
		}
		values := openKV(t, store, capability.Request{})
		mustGet(t, values, "key", []string{"", "value"}[n])
		if err := values.Set(t.Context(), "key", "value"); err != nil {
			t.Fatal(err)
		}
	}
}

func TestDamagedDirectory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := kv.Directory(file); err == nil {
		t.Error("a file was opened as a directory")
	}
	dir := t.TempDir()
	store, err := kv.Directory(dir)
	if err != nil {
		t.Fatal(err)
	}
	values := openKV(t, store, capability.Request{})
	if err := values.Set(t.Context(), "key", "value"); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	if err := os.WriteFile(files[0], []byte(`{"key":"k`), 0o600); err != nil {
		t.Fatal(err)
	}
	_, _, got := values.Get(t.Context(), "key")
	_, listed := values.List(t.Context(), "")
	for _, err := range []error{got, listed} {
		if err == nil || strings.Contains(err.Error(), dir) {
			t.Errorf("the error must say that the value is damaged, without the path of the store: %v", err)
		}
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(files[0]), ".DS_Store"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := values.Set(t.Context(), "key", "new"); err != nil {
		t.Errorf("a damaged value can be replaced: %v", err)
	}
	if keys, err := values.List(t.Context(), ""); err != nil || !slices.Equal(keys, []string{"key"}) {
		t.Errorf("a file of another program must be ignored: %q, %v", keys, err)
	}
}

func TestConcurrentUse(t *testing.T) {
	for name, store := range stores(t) {
		values := openKV(t, store, capability.Request{})
		var wait sync.WaitGroup
		for n := range 8 {
			wait.Go(func() {
				for i := range 20 {
					key := fmt.Sprint("key", i)
					if err := values.Set(context.Background(), key, fmt.Sprint(n)); err != nil {
						t.Error(name, err)
					}
					if got, ok, err := values.Get(context.Background(), key); err != nil || !ok || len(got) != 1 {
						t.Error(name, got, ok, err)
					}
				}
			})
		}
		wait.Wait()
	}
}

// writerEnv is an environment variable that makes the test binary write values to that directory until
// it is killed.
const writerEnv = "TOOLGEN_KV_WRITER"

func TestMain(m *testing.M) {
	if dir := os.Getenv(writerEnv); dir != "" {
		write(dir)
	}
	os.Exit(m.Run())
}

// write sets a key to increasing numbers, and prints each number after it is stored.
func write(dir string) {
	store, err := kv.Directory(dir)
	if err != nil {
		panic(err)
	}
	request := &capability.Request{Tool: "tool", Needs: &capability.Needs{Storage: capability.StorageNeeds{Scope: capability.ScopeTool}}}
	values, _ := kv.New(&kv.Options{Store: store}).Open(context.Background(), request)
	for n := 1; ; n++ {
		text := strings.Repeat(fmt.Sprintf("%08d", n), 8000)
		if err := values.Set(context.Background(), "key", text); err != nil {
			panic(err)
		}
		fmt.Println(n)
	}
}

// TestKillWhileWriting kills a writer many times: the store then has the last number that it printed, or
// the next one, as a whole.
func TestKillWhileWriting(t *testing.T) {
	dir := t.TempDir()
	for round := range 10 {
		command := exec.Command(os.Args[0])
		command.Env = append(os.Environ(), writerEnv+"="+dir)
		var printed strings.Builder
		command.Stdout = &printed
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(30*time.Millisecond + time.Duration(round)*3*time.Millisecond)
		if err := command.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = command.Wait()
		lines := strings.Fields(printed.String())
		if len(lines) == 0 {
			continue // killed before the first number was stored
		}
		store, err := kv.Directory(dir)
		if err != nil {
			t.Fatal(err)
		}
		got, ok, err := openKV(t, store, capability.Request{}).Get(t.Context(), "key")
		if err != nil || !ok || len(got) != 64000 || strings.Count(got, got[:8]) != 8000 {
			t.Fatalf("round %d: %d bytes, %t, %v", round, len(got), ok, err)
		}
		stored, err := strconv.Atoi(got[:8])
		if err != nil {
			t.Fatal(err)
		}
		if last, err := strconv.Atoi(lines[len(lines)-1]); err != nil || stored != last && stored != last+1 {
			t.Errorf("round %d: %d is stored, %s was printed", round, stored, lines[len(lines)-1])
		}
	}
}
