package redact

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

// dumpSecrets are values with letters, digits, signs, spaces, line feeds and other scripts.
var dumpSecrets = []string{
	`sk_test9Kd83jfLq0PZ/x+Y7wQm2"<&'vT`, "hunter2correcthorsebattery", `pässwörd-ключ-91x€Qz`, "abcdefghijklmnop", "00112233445566778899",
	`p@ss w0rd=100%&x#y?`, "correct horse battery staple", `C:\p+s\"quoted"\0\n7`, "cafebabe deadbeef 0badf00d",
}

// dumpCommands are programs that print the bytes of their standard input. Some lose the highest bit of bytes, or one
// of several lines.
var dumpCommands = []struct {
	command string
	isASCII bool
}{
	{"od", false}, {"od -a", true}, {"od -b", false}, {"od -c", false}, {"od -d", false}, {"od -o", false}, {"od -s", false}, {"od -x", false},
	{"od -i", false}, {"od -l", false}, {"od -td1", false}, {"od -tu1", false}, {"od -to1", false}, {"od -tx1", false}, {"od -td2", false},
	{"od -tu2", false}, {"od -to2", false}, {"od -tx2", false}, {"od -td4", false}, {"od -tu4", false}, {"od -to4", false}, {"od -tx4", false},
	{"od -td8", false}, {"od -tu8", false}, {"od -to8", false}, {"od -tx8", false}, {"od -tx1 -tc", false}, {"od -tc -tx1", false},
	{"od -tx1z", false}, {"od -tx2 -td1 -ta", false}, {"od -ta -tx4", false}, {"od -A x -tx1", false}, {"od -A d -td4", false},
	{"od -w1 -c", false}, {"od -w4 -tx1", false}, {"od -w100 -c", false}, {"od -v -tx1", false}, {"od --endian=big -tx4", false},
	{"od -An -c", true}, {"od -An -b", false}, {"od -An -tx1", false}, {"od -An -tx2", false}, {"od -An -tx4", false}, {"od -An -tx8", false},
	{"od -An -td1", false}, {"od -An -tu1", false}, {"od -An -td2", false}, {"od -An -td4", false}, {"od -An -td8", false},
	{"hexdump", false}, {"hexdump -b", false}, {"hexdump -c", false}, {"hexdump -C", false}, {"hexdump -d", false}, {"hexdump -o", false},
	{"hexdump -x", false}, {"hexdump -v -C", false}, {`hexdump -ve '1/1 "%.2x "'`, false},
	{"xxd", false}, {"xxd -b", false}, {"xxd -e", false}, {"xxd -p", false}, {"xxd -i", false}, {"xxd -u", false}, {"xxd -d", false},
	{"xxd -c 5", false}, {"xxd -g1", false}, {"xxd -g4", false}, {"xxd -o 100", false}, {"xxd -b -c 4", false}, {"xxd -e -g8", false}, {"xxd -c 8 -g 1", false},
}

// dumpPrefixes are changes of dumps that other programs make.
var dumpPrefixes = []struct{ name, first, other string }{
	{"nothing", "", ""}, {"a logger", "n", ""}, {"a logger and a word", "dump: ", ""}, {"a quote", "> ", "> "}, {"an indent", "    ", "    "},
	{"grep", "a.txt:3:", "a.txt:3:"}, {"the time", "2026/01/02 15:04:05 ", ""}, {"a docker log", "web_1  | ", "web_1  | "},
}

// The programs are run, because their formats differ in detail. Values are at every place of a row.
func TestDumpsOfPrograms(t *testing.T) {
	for _, c := range dumpCommands {
		name, _, _ := strings.Cut(c.command, " ")
		if _, err := exec.LookPath(name); err != nil {
			t.Logf("%s is missing", name)
			continue
		}
		for n, secret := range dumpSecrets {
			if c.isASCII && strings.Contains(secret, "ä") {
				continue
			}
			checkDump(t, c.command, "", secret, "")
			checkDump(t, c.command, "head "+strings.Repeat("x", n), secret, " tail\n")
		}
	}
}

// checkDump checks that a dump of a secret between other texts is found, alone and in a log.
func checkDump(t *testing.T, command, before, secret, after string) {
	t.Helper()
	shell := exec.Command("sh", "-c", command)
	shell.Stdin = strings.NewReader(before + secret + after)
	out, err := shell.Output()
	if err != nil {
		t.Skipf("%s: %v", command, err)
	}
	var s Secrets
	s.Add(secret)
	hasOffsets := !strings.Contains(command, "-An") && !strings.Contains(command, "-ve") && command != "xxd -p" && command != "xxd -i"
	for _, p := range dumpPrefixes {
		if p.name != "nothing" && !hasOffsets {
			continue
		}
		lines := strings.Split(strings.TrimRight(string(out), "\n"), "\n")
		text := p.first + strings.Join(lines, "\n"+p.other)
		if got := Redact("before it:\n"+text+"\nafter it", &s); !strings.Contains(got, Placeholder) {
			t.Errorf("%s after %q, after %s: %q stays in\n%s", command, before, p.name, secret, got)
			return
		}
	}
}

// The formats of gdb, as the program prints them.
func TestDumpsOfGDB(t *testing.T) {
	const secret = `p@ss w0rd=100%&x#y?"q\z`
	for name, print := range map[string]func(at int, row string) string{
		"x/xb": func(at int, row string) string {
			return fmt.Sprintf("%#x <s+%d>:\t", 0x555555558040+at, at) + strings.TrimSuffix(mapBytes(row, "0x%02x\t"), "\t")
		},
		"x/xb without a symbol": func(at int, row string) string {
			return fmt.Sprintf("%#x:\t", 0x7ffe40+at) + strings.TrimSuffix(mapBytes(row, "0x%02x\t"), "\t")
		},
		"x/db": func(at int, row string) string {
			return fmt.Sprintf("%#x <s+%d>:\t", 0x4040+at, at) + mapBytes(row, "%d\t")
		},
		"x/tb": func(at int, row string) string {
			return fmt.Sprintf("%#x <s+%d>:\t", 0x4040+at, at) + mapBytes(row, "%08b\t")
		},
		"x/cb": func(at int, row string) string {
			var b strings.Builder
			for _, c := range []byte(row) {
				fmt.Fprintf(&b, "\t%d %s", c, strings.ReplaceAll(fmt.Sprintf("%q", c), `'"'`, `'\"'`))
			}
			return fmt.Sprintf("%#x <s+%d>:", 0x4040+at, at) + b.String()
		},
		"x/s": func(at int, row string) string { return fmt.Sprintf("%#x <s+%d>:\t%q...", 0x4040+at, at, row) },
	} {
		var s Secrets
		s.Add(secret)
		text := ""
		for at := 0; at < len(secret); at += 8 {
			text += print(at, secret[at:min(len(secret), at+8)]) + "\n"
		}
		if got := Redact("(gdb) "+name+"\n"+text+"(gdb) ", &s); !strings.Contains(got, Placeholder) {
			t.Errorf("%s: %q stays in\n%s", name, secret, got)
		}
	}
}

// Bytes in hexadecimal and numbers with all separators.
func TestSeparatorsOfBytes(t *testing.T) {
	const secret = "p@ss w0rd=100%&x#y?"
	for _, c := range []struct{ format, separator string }{
		{"%02x", "_"}, {`"%02x"`, ","}, {`"%02x"`, ", "}, {`"0x%02x"`, ", "}, {"'%02X'", "\n"}, {"(%02x)", " "}, {"[%02x]", ""}, {"`%02x`", " "},
		{`\"%02x\"`, ","}, {"<%02x>", ""}, {"#%02x", ","}, {"$%02x", " "}, {"x_%02x", "_"},
	} {
		list := make([]string, len(secret))
		for i := range list {
			list[i] = fmt.Sprintf(strings.TrimPrefix(c.format, "x_"), secret[i])
		}
		var s Secrets
		s.Add(secret)
		text := "bytes " + strings.Join(list, c.separator) + " end"
		if got := Redact(text, &s); !strings.Contains(got, Placeholder) || !strings.HasSuffix(got, " end") {
			t.Errorf("%s%s: %s", c.format, c.separator, got)
		}
	}
}

// Tables of numbers, listings and addresses are not changed, also if there are secrets.
func TestTablesStay(t *testing.T) {
	var s Secrets
	for _, secret := range dumpSecrets {
		s.Add(secret)
	}
	var text strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&text, "%07d  %6d %4d  %x\n0x%08x <f+%d>:\tmov    $0x%x,%%eax\n", i, i*i%65536, i%256, i*7919, i*16, i, i)
		fmt.Fprintf(&text, "2026-01-02 15:%02d:%02d 0000%d 10.0.0.%d %d\n-rw-r--r-- 1 1000 1000 %d Jan 2 2026 00%d.txt\n", i%60, i%60, i, i%256, i*i, i*i*i, i)
	}
	if got := Redact(text.String(), &s); got != text.String() {
		t.Error("the text was changed")
	}
}
