package reducers

import "strings"

// lineRow is a beginning of lines and what they are worth. The first that fits
// decides.
type lineRow struct {
	prefix string
	class  class
}

// installLines are what package managers print, without the indent.
var installLines = []lineRow{
	// npm
	{"npm warn deprecated", installed}, {"npm WARN deprecated", installed}, {"npm http ", installed}, {"npm info ", installed},
	{"npm verbose ", installed}, {"npm verb ", installed}, {"npm silly ", installed}, {"npm sill ", installed}, {"npm timing ", installed},
	{"npm notice", installed}, {"run `npm fund`", installed}, {"added ", keep}, {"removed ", keep}, {"changed ", keep}, {"up to date", keep},
	{"found 0 vulnerabilities", keep}, {"npm error A complete log", plain},
	// pnpm
	{"Progress: resolved", progress}, {"++++", progress}, {"Packages: ", keep}, {"Already up to date", keep}, {"Lockfile is up to date", plain},
	{"Done in ", keep}, {"ERR_PNPM", keep}, {"WARN  deprecated", installed},
	// yarn
	{"[1/", progress}, {"[2/", progress}, {"[3/", progress}, {"[4/", progress}, {"[5/", progress}, {"success ", keep},
	{"info No lockfile found", progress}, {"info Direct dependencies", installed}, {"info All dependencies", installed}, {"├─ ", installed}, {"└─ ", installed},
	{"➤ YN0013", installed}, {"➤ YN0019", installed}, {"➤ YN0007", installed}, {"➤ YN0000: ┌", progress}, {"➤ YN0000: └", progress},
	// pip
	{"Collecting ", installed}, {"Downloading ", installed}, {"Using cached ", installed}, {"Requirement already satisfied", installed},
	{"Preparing metadata", progress}, {"Building wheel", progress}, {"Created wheel", progress}, {"Stored in directory", progress},
	{"Getting requirements to build", progress}, {"Installing build dependencies", progress}, {"Installing collected packages", progress},
	{"Attempting uninstall", progress}, {"Found existing installation", progress}, {"Uninstalling ", progress}, {"Looking in ", progress},
	{"Processing ", installed}, {"Obtaining ", installed}, {"━", progress}, {"Successfully ", keep}, {"ERROR: ", keep}, {"error: ", keep},
	{"copying ", progress}, {"creating ", progress}, {"writing ", progress}, {"reading ", progress}, {"adding ", progress}, {"running ", progress},
	// go
	{"go: downloading ", installed}, {"go: finding ", installed}, {"go: extracting ", installed}, {"# get https://", installed},
	// apt and dpkg
	{"Get:", installed}, {"Hit:", installed}, {"Ign:", installed}, {"Reading package lists", progress}, {"Building dependency tree", progress},
	{"Reading state information", progress}, {"Need to get ", installed}, {"After this operation", installed}, {"Fetched ", installed},
	{"Selecting previously unselected", installed}, {"(Reading database", progress}, {"Preparing to unpack", installed}, {"Unpacking ", installed},
	{"Setting up ", installed}, {"Processing triggers", installed}, {"Removing ", installed}, {"update-alternatives: using", installed},
	{"debconf: delaying", installed}, {"Preconfiguring packages", progress}, {"E: ", keep}, {"W: ", keep}, {"dpkg: error", keep},
	// git
	{"remote: Enumerating", progress}, {"remote: Counting", progress}, {"remote: Compressing", progress}, {"remote: Total", progress},
	{"Receiving objects", progress}, {"Resolving deltas", progress}, {"Unpacking objects", progress}, {"Updating files", progress},
	{"Enumerating objects", progress}, {"Counting objects", progress}, {"Compressing objects", progress}, {"Writing objects", progress},
}

// installSigns are the lines that tell a package manager in the output of
// something else.
var installSigns = []string{
	"npm warn ", "npm error ", "npm ERR! ", "npm http ", "Reading package lists...", "Successfully installed ", "Progress: resolved ",
	"yarn install v", "go: downloading ", "Requirement already satisfied: ", "Collecting ", "ERR_PNPM",
}

func isInstall(line string) bool {
	return startsAny(strings.TrimLeft(line, " "), installSigns) || strings.HasPrefix(line, "added ") && strings.Contains(line, " packages")
}

// markInstall marks the output of package managers.
func markInstall(p *page) { p.markRows(installLines) }

// markRows marks lines by their beginnings.
func (p *page) markRows(rows []lineRow) {
	byFirst := map[byte][]lineRow{}
	for _, row := range rows {
		byFirst[row.prefix[0]] = append(byFirst[row.prefix[0]], row)
	}
	for i := range p.len() {
		line := strings.TrimLeft(p.line(i), " \t")
		if line == "" {
			continue
		}
		for _, row := range byFirst[line[0]] {
			if strings.HasPrefix(line, row.prefix) {
				p.mark(i, row.class)
				break
			}
		}
	}
}
