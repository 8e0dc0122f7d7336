package reducers

import "testing"

func TestKindsOfCommands(t *testing.T) {
	tests := []struct {
		command string
		want    kind
		reason  string
	}{
		{"", unknown, "no command: what is printed tells"},
		{"git status", gitStatus, "plain"},
		{"git   status", gitStatus, "more spaces"},
		{"git -C /repo -c color.ui=never status -s", gitStatus, "options with values before the subcommand"},
		{"/usr/bin/git status", gitStatus, "a path"},
		{"git statusx", unknown, "another word"},
		{"égit status", unknown, "another program"},
		{`echo "git status"`, unknown, "words of an argument run nothing"},
		{"git statu\\s", gitStatus, "an escape within a word"},
		{"cd /repo && git status && ls -la", gitStatus | viewer, "a list"},
		{"(cd a; go test ./...)", goTest | build, "a subshell"},
		{"FOO=1 BAR='a b' go test ./...", goTest | build, "assignments"},
		{"FOO=1; cat x", viewer, "an assignment alone prints nothing"},
		{"env | grep FOO", unknown | viewer, "env alone prints the environment"},
		{"ls | xargs -n 1 cat", viewer, "xargs"},
		{"bash -o pipefail -c 'pytest | tail'", pythonTest | viewer, "options of a shell before -c"},
		{"env -u X FOO=1 go test", goTest | build, "env"},
		{"sudo -u ana env A=1 time nice -n 5 timeout -k 3 60s go test", goTest | build, "wrappers within wrappers"},
		{"timeout 60", unknown, "a wrapper without a command"},
		{"go test ./... 2>&1 | tee log | tail -50", goTest | build | viewer, "a pipeline"},
		{"go test ./... >log 2>&1; cat log", goTest | build | viewer, "redirections are not words"},
		{"go test &> log", goTest | build, "&> redirects"},
		{"go test & wait", goTest | build | unknown, "& ends a command"},
		{"sh -c 'cd a && pytest -q'", pythonTest, "a shell's script"},
		{`bash -lc "bash -ec \"npx jest\""`, scriptTest, "a shell within a shell"},
		{"sh ./ci.sh", unknown, "a script may run anything"},
		{"npx --yes jest --ci", scriptTest, "npx"},
		{"npx -p typescript tsc --noEmit", build, "npx with a package"},
		{"pnpm exec vitest run", scriptTest, "pnpm exec"},
		{"pnpm vitest run", scriptTest, "pnpm runs the programs of packages"},
		{"yarn jest", scriptTest, "so does yarn"},
		{"npm test", unknown, "npm test runs what package.json says"},
		{"npm run build", unknown, "so does npm run"},
		{"npm i", install, "short for install"},
		{"npm ci --ignore-scripts", install, "npm ci"},
		{"yarn", install, "yarn alone installs"},
		{"yarn build", unknown, "but another word is a script"},
		{"python3 -m pytest -q", pythonTest, "python -m"},
		{"python3.12 -m pip install .", install, "a version"},
		{"python -B -m unittest", pythonTest, "an option before -m"},
		{"python x.py", unknown, "a program of one's own"},
		{"go tool staticcheck ./...", linter, "go tool"},
		{"cargo +nightly test", cargoTest | build, "a toolchain"},
		{"make -C sub test", build | unknown, "make runs anything"},
		{"if true; then go vet ./...; fi", build | install, "words of the shell"},
		{"# git status\nls", viewer, "a comment"},
		{"echo a#b && cat x", viewer, "a # within a word is none"},
		{"cat $(git status)", viewer, "a substitution is a word"},
		{"git\nstatus", unknown, "a line feed ends a command: it ran git, and status"},
		{"cat 'unclosed", viewer, "a quote that is not closed"},
		{"sh -c \"sh -c 'sh -c \\\"sh -c \\\\\\\"sh -c ls\\\\\\\"\\\"'\"", unknown, "too deep"},
	}
	for _, tt := range tests {
		if got := kindsOf(tt.command); got != tt.want {
			t.Errorf("%q: %b, want %b: %s", tt.command, got, tt.want, tt.reason)
		}
	}
}
