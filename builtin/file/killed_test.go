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

// writeHere is the variable that makes of the test a program that writes in a
// directory until it is killed.
const writeHere = "TOOLGEN_TEST_WRITE_HERE"

// A program that is killed while it writes leaves the old content or the new one.
func TestKilledWriter(t *testing.T) {
	const length = 2 << 20
	if dir := os.Getenv(writeHere); dir != "" {
		w := worldIn(t, dir)
		for i := 0; ; i++ {
			w.turn.Session = runtime.NewSession("s", "")
			w.ok(w.call("write_file", args{"file_path": "a", "content": strings.Repeat(string(rune('a'+i%26)), length)}))
		}
	}
	w := newWorld(t)
	for range 8 {
		command := exec.Command(os.Args[0], "-test.run=^TestKilledWriter$") //nolint:gosec // it is this test
		command.Env = append(os.Environ(), writeHere+"="+w.dir)
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		before := w.content("a")
		for deadline := time.Now().Add(time.Minute); w.content("a") == before; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Error("nothing is written")
				break
			}
		}
		time.Sleep(time.Duration(rand.IntN(20_000)) * time.Microsecond) //nolint:gosec // any moment will do
		_ = command.Process.Kill()
		_ = command.Wait()
		if got := w.content("a"); len(got) != length || strings.Trim(got, got[:1]) != "" {
			t.Fatalf("%d bytes: %.10q…", len(got), got)
		}
	}
}
