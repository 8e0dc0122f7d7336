package file_test

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/toolgen/toolgen/runtime"
)

// writerDirVariable is the environment variable with the directory of a child
// process. The child process writes a file there until it is killed.
const writerDirVariable = "TOOLGEN_TEST_WRITE_HERE"

// After a program was killed while it wrote a file, the file has the old or the new content.
func TestKilledWriter(t *testing.T) {
	const length = 2 << 20
	if dir := os.Getenv(writerDirVariable); dir != "" {
		w := fixtureIn(t, dir)
		for i := 0; ; i++ {
			w.turn.Session = runtime.NewSession("s", "")
			w.call("read_file", args{"path": "a"})
			w.mustSucceed(w.call("write_file", args{"path": "a", "content": strings.Repeat(string(rune('a'+i%26)), length)}))
		}
	}
	w := newFixture(t)
	for range 8 {
		command := exec.Command(os.Args[0], "-test.run=^TestKilledWriter$") //nolint:gosec // starts this test
		command.Env = append(os.Environ(), writerDirVariable+"="+w.dir)
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		before := w.readFile("a")
		for deadline := time.Now().Add(20 * time.Second); w.readFile("a") == before; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				_ = command.Process.Kill()
				t.Fatal("the child process writes nothing")
			}
		}
		time.Sleep(time.Duration(rand.IntN(20_000)) * time.Microsecond) //nolint:gosec // needs no secure random numbers
		_ = command.Process.Kill()
		_ = command.Wait()
		if got := w.readFile("a"); len(got) != length || strings.Trim(got, got[:1]) != "" {
			t.Fatalf("%d bytes: %.10q…", len(got), got)
		}
	}
}
