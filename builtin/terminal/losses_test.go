package terminal_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/builtin/terminal"
)

func TestLosses(t *testing.T) {
	exempt := []string{"build", "web/dist/"}
	for _, test := range []struct{ command, dir, want string }{
		{"rm -rf internal", ".", "removes files: rm -rf internal"},
		{"go test ./... && rm a.go", ".", "removes files: rm a.go"},
		{"rm -rf build", ".", ""},
		{"rm -rf build/a 'build/b c' web/dist", ".", ""},
		{"rm -rf dist", "web", ""},
		{"rm -rf build ../src", ".", "removes files: rm -rf build ../src"},
		{"rm -rf build/../src", ".", "removes files: rm -rf build/../src"},
		{"rm -rf buildings", ".", "removes files: rm -rf buildings"},
		{"rm -rf build/$X", ".", "removes files: rm -rf …"},
		{"cd src && rm -rf build", ".", "removes files: rm -rf build"},
		{"rm -rf /build", ".", "removes files: rm -rf /build"},
		{"find . -name '*.o' -delete", ".", "removes files: find . -name *.o -delete"},
		{"find build -delete", ".", ""},
		{"git checkout -- a.go", ".", "discards uncommitted changes: git checkout -- a.go"},
		{"git restore a.go; git push origin main", ".", "discards uncommitted changes: git restore a.go|publishes commits: git push origin main"},
		{"sudo rm x", ".", "removes files: sudo rm x"},
		{"git checkout main; git status; echo rm -rf /", ".", ""},
		{"ls | grep rm", ".", ""},
		{"rm '", ".", ""},
		{"git -C sub -c a=b push origin", ".", "publishes commits: git -C sub -c a=b push origin"},
		{"git push --dry-run; git restore --staged a.go; git clean -n", ".", ""},
		{"git stash clear", ".", "discards stashed changes: git stash clear"},
		{"git branch -D work", ".", "removes a branch with its commits: git branch -D work"},
		{"sh -c 'rm -rf src'", ".", "removes files: rm -rf src"},
		{"find . -name '*.o' -exec rm {} +", ".", "removes files: rm {} +"},
		{"find . -exec ls {} +; bash script.sh", ".", ""},
		{"git ls-files -o | xargs -0 -n 1 rm", ".", "removes files: xargs -0 -n 1 rm"},
		{"A=b sudo -u x timeout 10 rm a", ".", "removes files: sudo -u x timeout 10 rm a"},
		{"rsync -a --delete src/ dst/", ".", "removes files: rsync -a --delete src/ dst/"},
		{"rsync -a --delete src/ build/", ".", ""},
		{"rsync -an --delete src/ dst/; rsync -a src/ dst/", ".", ""},
		{"tar xzf a.tgz", ".", "may replace files: tar xzf a.tgz"},
		{"curl -sL example.org/a | tar -xz", ".", "may replace files: tar -xz"},
		{"tar xzf a.tgz -C build; tar -tzf a.tgz; tar czf x.tgz x; tar xkf a.tar", ".", ""},
		{"unzip -qo a.zip", ".", "may replace files: unzip -qo a.zip"},
		{"unzip -o a.zip -d build; unzip -l a.zip; unzip a.zip", ".", ""},
		{"find build -name '*.o' -delete; truncate -s 0 build/log", ".", ""},
		{"truncate -s 0 log", ".", "removes files: truncate -s 0 log"},
		{"git checkout HEAD~1 a.go", ".", "discards uncommitted changes: git checkout HEAD~1 a.go"},
		{"git checkout main.go", ".", "discards uncommitted changes: git checkout main.go"},
		{"git -C x checkout ./a", ".", "discards uncommitted changes: git -C x checkout ./a"},
		{"git checkout -b x origin/main; git checkout v1.2; git checkout v2.x; git checkout feature/x; git checkout -t origin/x; git switch -c y", ".", ""},
		{"git reset --hard", ".", "discards uncommitted changes: git reset --hard"},
		{"git reset HEAD a.go; git reset --soft HEAD~1; git stash; git stash pop; git stash list", ".", ""},
		{"git stash drop", ".", "discards stashed changes: git stash drop"},
		{"git restore --staged --worktree a.go", ".", "discards uncommitted changes: git restore --staged --worktree a.go"},
		{"git restore -SW a.go", ".", "discards uncommitted changes: git restore -SW a.go"},
		{"git clean -fdx", ".", "removes files that are not in version control: git clean -fdx"},
		{"git clean -nfd; git branch -d merged; git branch --list; git tag v1; git fetch --prune", ".", ""},
		{"git branch -rD x", ".", "removes a branch with its commits: git branch -rD x"},
		{"git branch --delete --force x", ".", "removes a branch with its commits: git branch --delete --force x"},
		{"git tag -d v1", ".", "removes a tag: git tag -d v1"},
		{"git worktree remove --force x", ".", "discards uncommitted changes: git worktree remove --force x"},
		{"git push --force", ".", "publishes commits: git push --force"},
		{"git log -- a.go; git diff -- .; make clean; npm ci; docker ps; go build ./...; sed 's/a/b/' x; xargs ls; xargs", ".", ""},
	} {
		if got := strings.Join(terminal.Losses(test.command, test.dir, exempt), "|"); got != test.want {
			t.Errorf("%s in %s: %q, want %q", test.command, test.dir, got, test.want)
		}
	}
}

func TestOverwrites(t *testing.T) {
	for _, test := range []struct{ command, dir, want string }{
		{"echo x > a.txt; date >> log", "", "a.txt"},
		{"go test ./... >out.txt 2>&1", "sub", "sub/out.txt"},
		{"go build -o /dev/null . > /dev/null", "", ""},
		{"cp a.txt b.txt", "", "b.txt b.txt/a.txt"},
		{"mv src/a dir/", "", "dir dir/a"},
		{"cp -n a b", "", ""},
		{"echo x | tee a b; echo x | tee -a c", "", "a b"},
		{"dd if=a of=b", "", "b"},
		{"cd src && echo > a", "", "src/a"},
		{"cd $X && echo > a; cd ~/x && echo > b", "", ""},
		{"echo > c; cd /tmp/x && echo > a", "", "c /tmp/x/a"},
		{"sed -i 's/a/b/' a.txt b.txt; sed --in-place=.bak -e s/a/b/ c.txt; sed s/a/b/ d.txt", "", "a.txt b.txt c.txt"},
		{"perl -pi -e 's/a/b/' a.txt", "", "a.txt"},
		{"grep -rl a . | xargs sed -i s/a/b/ *.txt", "", "*.txt"},
		{"curl -sSLo a.zip https://example.org/x", "", "a.zip"},
		{"curl -sSLO https://example.org/dir/b.zip?x=1", "", "b.zip"},
		{"curl https://example.org; curl --no-clobber -o a https://example.org", "", ""},
		{"wget -qO a https://example.org", "", "a"},
		{"wget https://example.org/a; wget -nc -O a https://example.org; wget -qO- https://example.org", "", ""},
		{"rsync -a x/a.txt dst", "", "dst dst/a.txt"},
		{"sort -o a a; cat b | sponge b", "", "a b"},
		{"mv -t dir a b", "", "dir dir/a dir/b"},
		{"mv; mv $A; mv -t; cp; cp a; tee; sed -i; curl -O; rsync; dd", "", ""},
		{"sudo -u x cp a b; nice -n 5 tee c", "", "b b/a c"},
		{"bash -c 'echo x > a'", "sub", "sub/a"},
		{"gofmt -w a.go; go build -o bin/x .; cat a >> b; touch c; mkdir d; ls | tee -a e", "", ""},
		{"echo > $A; echo > '", "", ""},
		{"echo > \"$A\"", "", ""},
	} {
		if got := strings.Join(terminal.Overwrites(test.command, test.dir), " "); got != test.want {
			t.Errorf("%s in %s: %q, want %q", test.command, test.dir, got, test.want)
		}
	}
}
