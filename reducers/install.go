package reducers

import "strings"

// linePrefix is the beginning of a line and its class. In a list, the first
// prefix of a line has its class.
type linePrefix struct {
	prefix string
	class  class
}

// installLines are the lines of package managers, without indentation.
var installLines = []linePrefix{
	// npm
	{"npm warn deprecated", packageLine}, {"npm WARN deprecated", packageLine}, {"npm http ", packageLine}, {"npm info ", packageLine},
	{"npm verbose ", packageLine}, {"npm verb ", packageLine}, {"npm silly ", packageLine}, {"npm sill ", packageLine}, {"npm timing ", packageLine},
	{"npm notice", packageLine}, {"run `npm fund`", packageLine}, {"added ", keep}, {"removed ", keep}, {"changed ", keep}, {"up to date", keep},
	{"found 0 vulnerabilities", keep}, {"npm error A complete log", plain},
	// pnpm
	{"Progress: resolved", progressLine}, {"++++", progressLine}, {"Packages: ", keep}, {"Already up to date", keep}, {"Lockfile is up to date", plain},
	{"Done in ", keep}, {"ERR_PNPM", keep}, {"WARN  deprecated", packageLine},
	// yarn
	{"[1/", progressLine}, {"[2/", progressLine}, {"[3/", progressLine}, {"[4/", progressLine}, {"[5/", progressLine}, {"success ", keep},
	{"info No lockfile found", progressLine}, {"info Direct dependencies", packageLine}, {"info All dependencies", packageLine}, {"├─ ", packageLine}, {"└─ ", packageLine},
	{"➤ YN0013", packageLine}, {"➤ YN0019", packageLine}, {"➤ YN0007", packageLine}, {"➤ YN0000: ┌", progressLine}, {"➤ YN0000: └", progressLine},
	// pip
	{"Collecting ", packageLine}, {"Downloading ", packageLine}, {"Using cached ", packageLine}, {"Requirement already satisfied", packageLine},
	{"Preparing metadata", progressLine}, {"Building wheel", progressLine}, {"Created wheel", progressLine}, {"Stored in directory", progressLine},
	{"Getting requirements to build", progressLine}, {"Installing build dependencies", progressLine}, {"Installing collected packages", progressLine},
	{"Attempting uninstall", progressLine}, {"Found existing installation", progressLine}, {"Uninstalling ", progressLine}, {"Looking in ", progressLine},
	{"Processing ", packageLine}, {"Obtaining ", packageLine}, {"━", progressLine}, {"Successfully ", keep}, {"ERROR: ", keep}, {"error: ", keep},
	{"copying ", progressLine}, {"creating ", progressLine}, {"writing ", progressLine}, {"reading ", progressLine}, {"adding ", progressLine}, {"running ", progressLine},
	// go
	{"go: downloading ", packageLine}, {"go: finding ", packageLine}, {"go: extracting ", packageLine}, {"# get https://", packageLine},
	// apt and dpkg
	{"Get:", packageLine}, {"Hit:", packageLine}, {"Ign:", packageLine}, {"Reading package lists", progressLine}, {"Building dependency tree", progressLine},
	{"Reading state information", progressLine}, {"Need to get ", packageLine}, {"After this operation", packageLine}, {"Fetched ", packageLine},
	{"Selecting previously unselected", packageLine}, {"(Reading database", progressLine}, {"Preparing to unpack", packageLine}, {"Unpacking ", packageLine},
	{"Setting up ", packageLine}, {"Processing triggers", packageLine}, {"Removing ", packageLine}, {"update-alternatives: using", packageLine},
	{"debconf: delaying", packageLine}, {"Preconfiguring packages", progressLine}, {"E: ", keep}, {"W: ", keep}, {"dpkg: error", keep},
	// git
	{"remote: Enumerating", progressLine}, {"remote: Counting", progressLine}, {"remote: Compressing", progressLine}, {"remote: Total", progressLine},
	{"Receiving objects", progressLine}, {"Resolving deltas", progressLine}, {"Unpacking objects", progressLine}, {"Updating files", progressLine},
	{"Enumerating objects", progressLine}, {"Counting objects", progressLine}, {"Compressing objects", progressLine}, {"Writing objects", progressLine},
}

// installSigns are the beginnings of lines that only package managers print.
var installSigns = []string{
	"npm warn ", "npm error ", "npm ERR! ", "npm http ", "Reading package lists...", "Successfully installed ", "Progress: resolved ",
	"yarn install v", "go: downloading ", "Requirement already satisfied: ", "Collecting ", "ERR_PNPM",
}

// isInstall reports whether only package managers print the line.
func isInstall(line string) bool {
	return hasAnyPrefix(strings.TrimLeft(line, " "), installSigns) || strings.HasPrefix(line, "added ") && strings.Contains(line, " packages")
}

// markInstall marks the output of package managers.
func markInstall(p *page) { p.markRows(installLines) }

// markRows marks lines by their beginnings, without indentation.
func (p *page) markRows(rows []linePrefix) {
	byFirst := map[byte][]linePrefix{}
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
