package terminal

import (
	"strings"

	"github.com/toolgen/toolgen/internal/shell"
)

// selection says which operands of a program are files that it changes.
type selection int

const (
	noOperands     selection = iota
	allOperands              // all operands
	lastOperand              // the last operand, if there are two
	finalOperand             // the last operand
	firstOperand             // the first operand
	secondOperand            // the second operand
	restOperands             // all operands but the first
	scriptOperands           // all operands, without the first one if no option has the script
)

// writer describes the files that a program changes.
type writer struct {
	// programs are names, separated by spaces.
	programs string
	// subcommand are the first operands for which this holds, or empty.
	subcommand string
	operands   selection
	// values are the options that have a value.
	values string
	// files are those of the options whose value is a file or directory that the
	// program changes.
	files string
	// when are the options of which one must be set; empty means always.
	when string
	// unless are the options of which none may be set.
	unless string
}

// writers are the programs that change the files in their arguments. A program
// that is not in the table is inspected for the options in outputOptions.
var writers = []writer{
	{programs: "fallocate", operands: allOperands, values: "-l --length -o --offset"},
	{programs: "tee touch mkdir mkfifo mknod truncate sponge trash", operands: allOperands, values: "-m --mode -s --size -d --date -t -r --reference"},
	{programs: "rm unlink rmdir shred srm", operands: allOperands, values: "-n --iterations -s --size"},
	{programs: "mv", operands: allOperands, values: "-t --target-directory -S --suffix", files: "-t --target-directory"},
	{programs: "install", operands: allOperands, values: "-m -o -g --mode --owner --group", when: "-d --directory"},
	{programs: "cp install ln gcp", operands: lastOperand, values: "-t --target-directory -S --suffix -m -o -g --mode --owner --group", files: "-t --target-directory"},
	{programs: "rsync", operands: lastOperand, files: "--log-file --backup-dir --partial-dir --temp-dir -T --write-batch",
		values: "-e --rsh --exclude --include --filter -f --exclude-from --include-from --files-from --log-file --partial-dir --temp-dir -T --backup-dir --bwlimit --port --timeout --rsync-path --chmod --chown --write-batch -B -M"},
	{programs: "scp", operands: lastOperand, values: "-P -i -o -F -l -c -J -S -D -X"},
	{programs: "curl", files: "-o --output --output-dir -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --etag-save --hsts --alt-svc --libcurl",
		values: "-o --output --output-dir -D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --etag-save --hsts --alt-svc --libcurl -H --header -d --data --data-raw --data-binary --data-urlencode --json -X --request -u --user -A --user-agent -e --referer -F --form -T --upload-file -b --cookie -x --proxy -m --max-time -w --write-out --url --connect-timeout --retry --retry-delay -r --range -E --cert --key --cacert -K --config --resolve -Q -C -Y -y -z -P -U"},
	{programs: "wget", files: "-O --output-document -P --directory-prefix -o --output-file -a --append-output --save-cookies --warc-file --rejected-log",
		values: "-O --output-document -P --directory-prefix -o --output-file -a --append-output --save-cookies --warc-file --rejected-log -U --user-agent -t --tries -T --timeout -Q -e --execute --header --post-data --post-file -i --input-file -l -A -R -D -I -X -B --user --password"},
	{programs: "aria2c axel lftp", files: "-d --dir -o --out -l --log --output", values: "-d --dir -o --out -l --log --output -s -x -j -k -n -c"},
	{programs: "unzip", files: "-d", values: "-d -x -P", unless: "-l -t -Z -p"},
	{programs: "zip jar", operands: firstOperand, values: "-x -i -t -tt -n -P -b"},
	{programs: "7z 7za 7zr 7zz rar unrar", files: "-o", values: "-o -p -w -x"},
	{programs: "cpio", files: "-D --directory -O -F --file", values: "-D --directory -O -F --file -H -R"},
	{programs: "ar", operands: secondOperand},
	{programs: "unsquashfs debugfs dpkg-deb", files: "-d -dest", values: "-d -dest"},
	{programs: "gzip gunzip bzip2 bunzip2 xz unxz lzma zstd unzstd lz4 compress uncompress pigz brotli", operands: allOperands, files: "-o --output", values: "-o --output -S -T -b", unless: "-c --stdout --to-stdout -t --test -l --list"},
	{programs: "sed gsed", operands: scriptOperands, values: "-e --expression -f --file -l --line-length -i? -E?", when: "-i --in-place"},
	{programs: "perl ruby", operands: allOperands, values: "-e -E -I -M -m -0? -i?", when: "-i"},
	{programs: "awk gawk", operands: scriptOperands, values: "-f --file -v --assign -F --field-separator -i --include -e --source", when: "-i --include"},
	{programs: "yq gofmt goimports gofumpt clang-format prettier black isort autopep8 shfmt rustfmt", operands: allOperands, values: "-r -e -d -srcdir -style --style --config -i?", when: "-w -i --inplace --in-place --write"},
	{programs: "ed ex vi vim nvim nano emacs pico micro", operands: allOperands, values: "-c --cmd -S -u -T -i -w"},
	{programs: "patch", operands: firstOperand, files: "-d --directory -o --output -r --reject-file", values: "-p -d -i -o -D -F -r -z -B -V -Y --directory --input --output --reject-file --strip"},
	{programs: "split", operands: secondOperand, values: "-a -b -C -l -n --bytes --lines --number --suffix-length --filter -t"},
	{programs: "csplit", files: "-f --prefix", values: "-f --prefix -b -n"},
	{programs: "sort", files: "-o --output", values: "-k --key -t --field-separator -S --buffer-size -T --temporary-directory -o --output --compress-program --batch-size --parallel"},
	{programs: "uniq", operands: secondOperand, values: "-f -s -w"},
	{programs: "xxd", operands: secondOperand, values: "-c -g -l -s -o"},
	{programs: "openssl gpg gpg2 age minisign", files: "-out -keyout -CAserial --output -o", values: "-out -keyout -CAserial --output -o -in -key -subj -days -newkey -passin -passout -config -r -u --local-user --recipient --batch -d?"},
	{programs: "ssh-keygen", files: "-f", values: "-f -t -b -C -N -P -m -I -n -V -s -Y -R -F -a", unless: "-l -y -F -B -L"},
	{programs: "remove_directory remove rimraf del-cli", operands: allOperands},
	{programs: "copy copy_directory copy_if_different rename create_symlink create_hardlink", operands: lastOperand},
	{programs: "make_directory", operands: allOperands},
	{programs: "ffmpeg convert magick ebook-convert wkhtmltopdf pdftk", operands: finalOperand, values: "-i -c -f -vf -af -r -s -ss -t -to -map -y? -crf -preset -b:v -c:v -c:a -resize -quality"},
	{programs: "chmod chown chgrp chattr", operands: restOperands, values: "--reference --from"},
	{programs: "setfacl", operands: allOperands, values: "-m -x -M -X --modify --remove --set"},
	{programs: "script", operands: firstOperand, values: "-c --command -I -O -B -T -m -E"},
	{programs: "pip pip3", files: "-t --target --prefix --root --src -d --dest --log", values: "-t --target --prefix --root --src -d --dest -r -c -e -i --index-url --extra-index-url -f --log --python"},
	{programs: "npm pnpm yarn bun", files: "--prefix --cwd", values: "--prefix --cwd --registry -w --workspace"},
	{programs: "cmake", files: "-B --prefix --install-prefix", values: "-B -S -G -D -T -A --prefix --install-prefix --build --install --preset -P -E"},
	{programs: "git", files: "--output", values: "--output"},
	{programs: "zip", operands: restOperands, values: "-x -i -t -tt -n -P -b", when: "-m --move"},
	{programs: "star", files: "-C", values: "-C -f"},
	{programs: "unrar", operands: lastOperand, values: "-p -x"},
	{programs: "zipfile tarfile", operands: lastOperand, when: "-e --extract"},
	{programs: "gio", subcommand: "trash", operands: allOperands},
	{programs: "gio", subcommand: "remove", operands: allOperands},
	{programs: "trash-put gtrash rip", operands: allOperands},
	{programs: "gh glab", subcommand: "repo clone", operands: secondOperand},
	{programs: "hg", subcommand: "clone", operands: secondOperand},
	{programs: "svn", subcommand: "checkout", operands: secondOperand},
	{programs: "git", subcommand: "clone", operands: secondOperand, values: "-b --branch -o --origin -c --config --depth --reference -u --upload-pack --template --separate-git-dir -j --filter", files: "--separate-git-dir"},
	{programs: "git", subcommand: "init", operands: firstOperand, values: "-b --initial-branch --template --separate-git-dir", files: "--separate-git-dir"},
	{programs: "git", subcommand: "worktree add", operands: firstOperand, values: "-b -B --reason"},
	{programs: "git", subcommand: "archive", files: "-o --output", values: "-o --output --format --prefix --remote"},
	{programs: "git", subcommand: "format-patch", files: "-o --output-directory", values: "-o --output-directory -v --start-number --subject-prefix --to --cc"},
	{programs: "git", subcommand: "bundle create", operands: firstOperand},
	{programs: "docker podman nerdctl", subcommand: "cp", operands: lastOperand},
	{programs: "kubectl oc", subcommand: "cp", operands: lastOperand, values: "-c -n --container --namespace"},
	{programs: "aws", subcommand: "s3 cp", operands: lastOperand, values: "--profile --region --endpoint-url --exclude --include --acl"},
	{programs: "gsutil", subcommand: "cp", operands: lastOperand},
	{programs: "rclone", subcommand: "copy", operands: lastOperand},
	{programs: "tcpdump", files: "-w", values: "-w -i -c -r -s -C -W -G"},
}

// outputOptions are options whose value is a file that most programs write.
const outputOptions = "-o --output --out --outfile --output-file --output-dir --output-directory --out-dir --outdir --outputFile --dest --destination --target-directory --target-dir --log-file --logfile -coverprofile -cpuprofile -memprofile -outdir -outputdir --destdir"

// noOutput are programs whose option -o is not a file.
const noOutput = "grep egrep fgrep rg ag ps find ssh sftp mount bash sh zsh dash ksh set test [ [[ ls lsof stat id sysctl top nmcli lsblk findmnt kubectl helm az pgrep pkill netstat column git tar make gmake ip ss man less strings nm objdump awk echo printf zpool zfs unzip env time apt apt-get psql cut xargs sshpass ssh-add docker podman journalctl systemctl terraform jq usermod useradd chpasswd expr read compgen complete true false : install"

// removers are programs whose operands are removed.
const removerPrograms = "rimraf del-cli remove_directory remove rm unlink rmdir shred srm mv trash trash-put gtrash rip gio"

// modeChangers are programs that change permissions.
const modeChangers = "chmod chown chgrp chattr setfacl"

// inspectWrites inspects the files that a program changes. Protected directories
// are left out if the command is dangerous already.
func (i *inspector) inspectWrites(name string, args []string, s *state, isDangerous bool) {
	danger := writeDanger
	switch {
	case shell.ContainsWord(removerPrograms, name):
		danger = removeDanger
	case shell.ContainsWord(modeChangers, name):
		danger = modeDanger
	}
	isListed := false
	for _, w := range writers {
		if shell.ContainsWord(w.programs, name) {
			isListed = isListed || w.subcommand == ""
			for _, target := range w.targets(args) {
				if !isDangerous || !s.isProtected(target) && !isDevice(target) {
					i.inspectWrite(target, danger, s)
				}
			}
		}
	}
	for _, arg := range args { // dd
		if value, ok := strings.CutPrefix(arg, "of="); ok && name == "dd" && !isDangerous {
			i.inspectWrite(value, writeDanger, s)
		}
	}
	if special := specialWriters[name]; special != nil && (!isDangerous || name != "find") {
		special(i, args, s)
		isListed = true
	}
	if !isListed && !shell.ContainsWord(noOutput, name) {
		for _, target := range parseOptions(args, outputOptions).values(outputOptions) {
			if strings.ContainsAny(target, "/~"+unknown) {
				i.inspectWrite(target, writeDanger, s)
			}
		}
	}
}

// targets returns the files that the program changes.
func (w writer) targets(args []string) []string {
	p := parseOptions(args, w.values)
	for _, word := range strings.Fields(w.subcommand) {
		if len(p.operands) == 0 || p.operands[0] != word {
			return nil
		}
		p.operands = p.operands[1:]
	}
	if w.when != "" && !p.has(w.when) || w.unless != "" && p.has(w.unless) {
		return nil
	}
	targets := p.values(w.files)
	for _, each := range w.operands.of(p, targets) {
		if !isRemote(each) {
			targets = append(targets, each)
		}
	}
	return targets
}

// of returns the selected operands.
func (s selection) of(p parsedArguments, named []string) []string {
	n := len(p.operands)
	switch {
	case s == allOperands:
		return p.operands
	case s == scriptOperands && !p.has("-e --expression -f --file"):
		return p.operands[min(1, n):]
	case s == scriptOperands:
		return p.operands
	case s == finalOperand && n > 0:
		return p.operands[n-1:]
	case s == firstOperand:
		return p.operands[:min(1, n)]
	case s == restOperands && n > 0:
		return p.operands[1:]
	case s == secondOperand && n > 1:
		return p.operands[1:2]
	case s == lastOperand && n > 1 && len(named) == 0:
		return p.operands[n-1:]
	}
	return nil
}

// isRemote reports whether an operand is a file on another machine, such as
// host:path, or a file of a service, such as s3://bucket.
func isRemote(operand string) bool {
	host, _, ok := strings.Cut(operand, ":")
	return ok && len(host) > 1 && !strings.Contains(host, "/")
}
