#!/bin/bash
# The recordings of git. The projects are those of the archives here,
# unpacked below /tmp/rec.
. "$(dirname "$(realpath "$0")")/rec.sh"
export GIT_CONFIG_GLOBAL=/tmp/rec/gitconfig GIT_AUTHOR_DATE="2026-03-01T10:00:00Z" GIT_COMMITTER_DATE="2026-03-01T10:00:00Z"
cat > $GIT_CONFIG_GLOBAL <<'M'
[user]
	name = Ana Roe
	email = ana@example.com
[init]
	defaultBranch = main
[advice]
	detachedHead = true
[protocol "file"]
	allow = always
M
rm -rf /tmp/rec/git; mkdir -p /tmp/rec/git/lib /tmp/rec/git/shop && cd /tmp/rec/git/lib && git init -q && echo lib>lib.txt && git add . && git commit -qm "library"
cd /tmp/rec/git/shop && git init -q
V="git 2.39.5, repository made by projects/git.sh"
rec git/status_no_commits "$V" "git status"
for i in $(seq 1 60); do printf 'package shop\n\n// Part%d is a part.\nconst Part%d = %d\n' $i $i $i > part$i.go; done
cp /tmp/rec/go/cart/cart.go .; git add .; git commit -qm "parts"
for i in $(seq 1 45); do echo "// change $i" >> part$i.go; git commit -qam "part $i: say what it is

The parts list had no remark for part $i, and the warehouse asked for one.
See the list of parts in the handbook."; done
rec git/status_clean "$V" "git status"
rec git/status_clean_short "$V" "git status -sb"
git clone -q --bare . ../shop.git; git remote add origin ../shop.git; git fetch -q; git branch -q -u origin/main
echo "// local" >> part1.go; git commit -qam "local"
rec git/status_ahead "$V" "git status"
git mv part2.go second.go; git rm -q part3.go; echo "// more" >> part4.go; git add part4.go; echo "// yet more" >> part4.go; echo "// more" >> part5.go; rm part6.go; mkdir new; echo x > new/a.txt; echo y > notes.txt; echo '*.log' > .gitignore; echo l > a.log; ln -sf notes.txt part7.go
git -c protocol.file.allow=always submodule --quiet add ../lib lib
rec git/status_changes "$V" "git status"
rec git/status_changes_short "$V" "git status --short --branch --ignored"
rec git/status_changes_v1 "$V" "git status --porcelain"
rec git/status_changes_v2 "$V" "git status --porcelain=v2 --branch"
rec git/status_verbose "$V" "git status -v"
rec git/diff_small "$V" "git diff HEAD --stat && git diff"
rec git/diff_color "$V" "git diff --color=always"
git add -A; git commit -qm "many changes"
rec git/show "$V" "git show --stat"
echo dirty >> lib/lib.txt
rec git/status_submodule "$V" "git status"
rec git/status_submodule_v2 "$V" "git status --porcelain=v2"
git -C lib checkout -q lib.txt
for i in $(seq 8 60); do echo "// again" >> part$i.go; done; mkdir -p many/deep; for i in $(seq 1 120); do echo $i > many/file$i.txt; done
rec git/status_many "$V" "git status -uall"
rec git/status_many_short "$V" "git status -s -uall"
rec git/status_many_v2 "$V" "git status --porcelain=v2 -uall"
rec git/status_script "$V" "cd . && git status && ls | head -5"
for i in $(seq 1 400); do echo "row $i of the catalogue, with a remark" >> cart.go; done
printf '{"lockfileVersion": 3}\n' > package-lock.json; git add package-lock.json cart.go; git commit -qm "catalogue"
for i in $(seq 1 300); do echo "\"node_modules/p$i\": {\"version\": \"1.0.$i\", \"integrity\": \"sha512-$(echo $i | sha256sum | cut -c1-60)==\"}," >> package-lock.json; done
sed -i 's/catalogue, with/list, with/' cart.go
rec git/diff_large "$V" "git diff"
rec git/diff_stat "$V" "git diff --stat"
rec git/diff_names "$V" "git diff --name-status"
rec git/log "$V" "git log"
rec git/log_oneline "$V" "git log --oneline --decorate"
rec git/log_stat "$V" "git log --stat -20"
rec git/log_patch "$V" "git log -p -15"
git stash -q -u
git checkout -q HEAD~3
rec git/status_detached "$V" "git status"
rec git/checkout_detached "$V" "git checkout HEAD~1"
git checkout -q main; git checkout -qb left; echo "left" >> part10.go; echo l > both.txt; git add .; git commit -qm left; git checkout -q main; echo "right" >> part10.go; echo r > both.txt; git rm -q part11.go; git add .; git commit -qm right
rec git/merge_conflict "$V" "git merge left"
rec git/status_conflict "$V" "git status"
rec git/status_conflict_short "$V" "git status -s"
rec git/status_conflict_v2 "$V" "git status --porcelain=v2"
rec git/diff_conflict "$V" "git diff"
git merge --abort; git checkout -q left; git rebase main >/dev/null 2>&1
rec git/status_rebase "$V" "git status"
git rebase --abort; git checkout -q main
git reset -q --hard origin/main~3; rec git/status_behind "$V" "git status"
cd /tmp; rec git/status_none "git 2.39.5, outside of a repository" "cd /tmp && git status"
cd /tmp/rec/git; rec git/clone "git 2.39.5, clone over file://" "git clone --progress file:///tmp/rec/git/shop.git copy"
