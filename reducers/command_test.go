package reducers

import "testing"

func TestKindsOfCommands(t *testing.T) {
	tests := []struct {
		command string
		want    programKinds
		reason  string
	}{
		{"", unknown, "no command"},
		{"git status", gitStatus, "a subcommand"},
		{"git   status", gitStatus, "more spaces"},
		{"git diff", fileText | gitDiff | gitLog, "a subcommand with two kinds of output"},
		{"git -C /repo -c color.ui=never status -s", gitStatus, "options with values before the subcommand"},
		{"/usr/bin/git status", gitStatus, "a path"},
		{"git statusx", unknown, "another word"},
		{"égit status", unknown, "another program"},
		{`echo "git status"`, unknown, "an argument is not a command"},
		{"git statu\\s", gitStatus, "an escape within a word"},
		{"cd /repo && git status && ls -la", gitStatus | viewer, "a list"},
		{"(cd a; go test ./...)", goTest | builder, "a subshell"},
		{"FOO=1 BAR='a b' go test ./...", goTest | builder, "assignments"},
		{"FOO=1; cat x", fileText, "an assignment alone prints nothing"},
		{"env | grep FOO", unknown | viewer, "env alone prints the environment"},
		{"ls | xargs -n 1 cat", viewer | fileText, "xargs"},
		{"bash -o pipefail -c 'pytest | tail'", pythonTest | fileText, "options of a shell before -c"},
		{"env -u X FOO=1 go test", goTest | builder, "env"},
		{"sudo -u ana env A=1 time nice -n 5 timeout -k 3 60s go test", goTest | builder, "wrappers within wrappers"},
		{"timeout 60", unknown, "a wrapper without a command"},
		{"go test ./... 2>&1 | tee log | tail -50", goTest | builder | fileText, "a pipeline"},
		{"go test ./... >log 2>&1; cat log", goTest | builder | fileText, "redirections are not words"},
		{"go test &> log", goTest | builder, "&> redirects"},
		{"go test & wait", goTest | builder | unknown, "& ends a command"},
		{"sh -c 'cd a && pytest -q'", pythonTest, "a shell's script"},
		{`bash -lc "bash -ec \"npx jest\""`, scriptTest, "a shell within a shell"},
		{"sh ./ci.sh", unknown, "a script may run anything"},
		{"npx --yes jest --ci", scriptTest, "npx"},
		{"npx -p typescript tsc --noEmit", builder, "npx with a package"},
		{"pnpm exec vitest run", scriptTest, "pnpm exec"},
		{"pnpm vitest run", scriptTest, "pnpm runs the programs of packages"},
		{"yarn jest", scriptTest, "yarn runs the programs of packages"},
		{"npm test", unknown, "a script of package.json"},
		{"npm run build", unknown, "another script of package.json"},
		{"npm i", installer, "short for install"},
		{"npm ci --ignore-scripts", installer, "npm ci"},
		{"yarn", installer, "yarn alone installs"},
		{"yarn build", unknown, "yarn with a script of package.json"},
		{"python3 -m pytest -q", pythonTest, "python -m"},
		{"python3.12 -m pip install .", installer, "a version"},
		{"python -B -m unittest", pythonTest, "an option before -m"},
		{"python x.py", unknown, "a script in Python"},
		{"go tool staticcheck ./...", linter, "go tool"},
		{"cargo +nightly test", cargoTest | builder, "a toolchain"},
		{"make -C sub test", builder | unknown, "make may run any program"},
		{"if true; then go vet ./...; fi", builder | installer, "reserved words of the shell"},
		{"# git status\nls", viewer, "a comment"},
		{"echo a#b && cat x", fileText, "a # within a word begins no comment"},
		{"cat $(git status)", fileText, "a substitution is a word"},
		{"git\nstatus", unknown, "a line feed ends a command"},
		{"cat 'unclosed", fileText, "a quote that is not closed"},
		{"sh -c \"sh -c 'sh -c \\\"sh -c \\\\\\\"sh -c ls\\\\\\\"\\\"'\"", unknown, "too many shells within shells"},
	}
	var tested programKinds
	for _, tt := range tests {
		tested |= tt.want
		if got := kindsOf(tt.command); got != tt.want {
			t.Errorf("%q: %b, want %b: %s", tt.command, got, tt.want, tt.reason)
		}
	}
	for _, kind := range allKinds() {
		if tested&kind == 0 {
			t.Errorf("no command of the kind %b is tested: add a row", kind)
		}
	}
}
