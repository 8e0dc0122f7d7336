package terminal

import (
	"regexp"
	"strings"

	"github.com/toolgen/toolgen/internal/shell"
)

// clientCommand is a command of a client of a database or of an editor that starts
// a program: \! of psql and mysql, .shell of sqlite3, system, ! of ed and ex,
// output to a pipe, and PROGRAM of SQL.
var clientCommand = regexp.MustCompile(`(?im)(?:^|\s)(?:\.(?:shell|system)|\\!|system)\s+(.+)$|(?:^|\s)(?:\.(?:output|once|read|import)|\\[ogw]|\\copy[^|\n]*)\s*["']?\|\s*([^"'\n]+)|\bPROGRAM\s+'([^']+)'|^\s*[%\d,.$]*\s*(?:r|w|e)?\s*!\s*(.+)$`)

// clientFile is a command of such a client that writes a file.
var clientFile = regexp.MustCompile(`(?im)(?:^|\s)(?:\.(?:output|once|save|backup|clone|log)|\\[ow])\s+(?:main\s+)?["']?([^|\s"']+)`)

// editors are the programs whose script has lines that begin with an exclamation
// mark.
const editors = "ed ex vi vim nvim red"

// inspectClients inspects the commands in the arguments and the input of clients of
// databases and of editors.
func (i *inspector) inspectClients(name string, words []string, s *state) {
	if !shell.ContainsWord(sqlClients, name) && !shell.ContainsWord(editors, name) {
		return
	}
	for _, arg := range words[1:] {
		if strings.ContainsAny(arg, ` \!|`) {
			i.inspectClient(arg, words, s)
		}
	}
	i.inspectClient(i.codeInput, words, s)
	if i.source != nil {
		i.inspectClient(i.inputFile().text, words, s)
	}
}

// inspectClient inspects commands of such a program.
func (i *inspector) inspectClient(text string, words []string, s *state) {
	if !i.spend(len(text) / 4) {
		return
	}
	for _, found := range clientCommand.FindAllStringSubmatch(text, maxFiles) {
		i.inspectScript(strings.Trim(strings.Join(found[1:], ""), `"'`), s.child())
	}
	for _, found := range clientFile.FindAllStringSubmatch(text, maxFiles) {
		i.inspectWrite(found[1], writeDanger, s)
	}
	if shell.ContainsWord(sqlClients, programName(words[0])) && isDestructiveSQL(text) {
		i.addCommand("removes tables or rows", words)
	}
}
