package terminal

import (
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/shell"
)

// recipe is a rule of a Makefile or a justfile.
type recipe struct {
	targets, needs, lines []string
}

// recipes are the rules and the variables of a Makefile or a justfile.
type recipes struct {
	rules []recipe
	vars  map[string]string
}

// makeAssignment is the assignment of a variable.
var makeAssignment = regexp.MustCompile(`^\s*(?:export\s+|override\s+)*([A-Za-z_][\w.-]*)\s*(?:::?|\?|\+|!)?=\s*(.*)$`)

// inspectRecipes inspects the recipes that make or just runs: those of the targets
// in the arguments, or of the first one, and of the targets that they need.
func (i *inspector) inspectRecipes(text string, words []string, s *state) {
	if !i.spend(len(text)) {
		return
	}
	m := parseRecipes(text)
	for _, word := range words[1:] {
		if name, value, ok := strings.Cut(word, "="); ok {
			m.vars[name] = value
		}
	}
	for _, script := range makeShell.FindAllStringSubmatch(text, maxFiles) {
		i.inspectScript(m.expand(script[1], 0), s.child())
	}
	for _, rule := range m.selectRules(shell.Operands(words[1:], "-f --file --makefile -C --directory -j")) {
		for _, line := range rule.lines {
			i.inspectScript(m.expand(strings.TrimLeft(line, "@+- \t"), 0), s.child())
		}
	}
}

// makeShell is a command whose output make reads.
var makeShell = regexp.MustCompile(`\$[({]shell\s+([^()]*)[)}]|(?m:^[\w.-]+\s*!=\s*(.*)$)`)

// parseRecipes parses the text of a Makefile or a justfile.
func parseRecipes(text string) *recipes {
	m := &recipes{vars: map[string]string{
		"MAKE": "make", "RM": "rm -f", "CC": "cc", "CXX": "c++", "AR": "ar", "LD": "ld", "SHELL": "sh", "CURDIR": ".", "PWD": ".", "@": "./" + unknownNonEmpty,
		"<": "./" + unknownNonEmpty, "^": "./" + unknownNonEmpty, "*": "./" + unknownNonEmpty, "?": "./" + unknownNonEmpty, "CFLAGS": "", "CXXFLAGS": "", "LDFLAGS": "", "LDLIBS": "", "MAKEFLAGS": "",
	}}
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\\\n", " "), "\n") {
		isIndented := strings.HasPrefix(line, "\t") || strings.HasPrefix(line, "  ")
		switch found := makeAssignment.FindStringSubmatch(line); {
		case strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#"):
		case isIndented && len(m.rules) > 0:
			last := &m.rules[len(m.rules)-1]
			last.lines = append(last.lines, strings.TrimSpace(line))
		case found != nil:
			m.vars[found[1]] = strings.Trim(strings.TrimSpace(found[2]), `"'`)
		default:
			m.addRule(line)
		}
	}
	return m
}

// addRule adds a rule with its first line.
func (m *recipes) addRule(line string) {
	targets, rest, ok := strings.Cut(line, ":")
	if !ok {
		return
	}
	needs, command, hasCommand := strings.Cut(strings.TrimPrefix(rest, ":"), ";")
	rule := recipe{targets: strings.Fields(m.expand(targets, 0)), needs: strings.Fields(m.expand(needs, 0))}
	if hasCommand {
		rule.lines = []string{strings.TrimSpace(command)}
	}
	m.rules = append(m.rules, rule)
}

// selectRules returns the rules of the targets, or of the first one, and of the
// targets that they need. A rule whose target is a pattern or unknown is selected
// too.
func (m *recipes) selectRules(targets []string) (rules []recipe) {
	targets = slices.DeleteFunc(slices.Clone(targets), func(each string) bool { return strings.Contains(each, "=") })
	for n := range m.rules {
		if first := m.rules[n].targets; len(targets) == 0 && len(first) > 0 && !strings.HasPrefix(first[0], ".") {
			targets = first[:1]
		}
	}
	isAdded := make([]bool, len(m.rules))
	for n := 0; n < len(targets) && len(rules) <= len(m.rules); n++ {
		for at, rule := range m.rules {
			if !isAdded[at] && slices.ContainsFunc(rule.targets, func(each string) bool {
				return each == targets[n] || strings.Contains(each, "%") || hasPlaceholder(each)
			}) {
				isAdded[at] = true
				rules, targets = append(rules, rule), append(targets, rule.needs...)
			}
		}
	}
	return rules
}

// makeVariable is a reference to a variable or a call of a function of make or
// just. Calls inside each other are expanded from the inside.
var makeVariable = regexp.MustCompile(`\$\$|\$[({]([^(){}]*)[)}]|\$([@<^*?+|%])|\{\{([^{}]*)\}\}`)

// expand returns a text with the values of variables. A variable that is not known
// becomes unknown, and the result of a function becomes the name of a file.
func (m *recipes) expand(text string, depth int) string {
	if depth > maxDepth || len(text) > maxValue*maxDepth {
		return unknown
	}
	const dollar = "\x02"
	expanded := makeVariable.ReplaceAllStringFunc(text, func(reference string) string {
		if reference == "$$" {
			return dollar
		}
		found := makeVariable.FindStringSubmatch(reference)
		name := strings.TrimSpace(found[1] + found[2] + found[3])
		name = strings.TrimSuffix(strings.TrimSuffix(name, "D"), "F")
		value, ok := m.vars[name]
		if !ok {
			value, ok = m.vars[strings.TrimSpace(found[1]+found[2]+found[3])]
		}
		switch {
		case ok:
			return m.expand(value, depth+1)
		case strings.Contains(name, " "):
			return "./" + unknownNonEmpty
		}
		return unknown
	})
	if expanded != text && makeVariable.MatchString(expanded) {
		expanded = m.expand(expanded, depth+1)
	}
	return strings.ReplaceAll(expanded, dollar, "$")
}
