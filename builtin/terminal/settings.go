package terminal

import (
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/internal/shell"
)

// programVariables are the variables of the environment whose value is a command
// or code that programs load, with the usual programs.
var programVariables = []struct{ names, usual string }{
	{"GIT_PAGER PAGER MANPAGER LESSOPEN LESSCLOSE GIT_EDITOR EDITOR VISUAL GIT_SEQUENCE_EDITOR SYSTEMD_PAGER PSQL_PAGER AWS_PAGER GH_PAGER BAT_PAGER DELTA_PAGER HGEDITOR SVN_EDITOR KUBE_EDITOR BROWSER FCEDIT SUDO_EDITOR CRONTAB_EDITOR",
		"cat less more delta bat true : vim vi nano nvim code emacs false echo sed ed"},
	{"GIT_SSH GIT_SSH_COMMAND RSYNC_RSH CVS_RSH SVN_SSH HG_SSH GIT_PROXY_COMMAND", "ssh"},
	{"GIT_ASKPASS SSH_ASKPASS SUDO_ASKPASS GIT_EXTERNAL_DIFF RCLONE_PASSWORD_COMMAND RESTIC_PASSWORD_COMMAND BORG_PASSCOMMAND FZF_DEFAULT_COMMAND RSYNC_CONNECT_PROG GIT_TEMPLATE_DIR GIT_EXEC_PATH GIT_CONFIG_GLOBAL", "true echo /bin/true /bin/echo difft fd rg git find /dev/null"},
	{"PROMPT_COMMAND BASH_ENV ENV PS4 ZDOTDIR LD_PRELOAD LD_AUDIT LD_LIBRARY_PATH DYLD_INSERT_LIBRARIES PERL5OPT PERL5DB RUBYOPT PYTHONSTARTUP PYTHONINSPECT LUA_INIT JAVA_TOOL_OPTIONS _JAVA_OPTIONS SHELLOPTS BASHOPTS", ""},
	{"CARGO_BUILD_RUSTC_WRAPPER RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER CARGO_TARGET_*_RUNNER CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER", "sccache ccache"},
	{"RUSTC RUSTDOC", "rustc rustdoc"},
	{"CC CXX LD AR CPP AS MAKE SHELL", anyCommand},
}

// loadedCode is a value with an option that loads code, with spaces, or with the
// name of a script.
var loadedCode = regexp.MustCompile(`agent|OnError|-r|\s|sh$`)

// plainVariables are variables that have ordinary values too.
const plainVariables = "LD_LIBRARY_PATH PS4 JAVA_TOOL_OPTIONS _JAVA_OPTIONS RUBYOPT ENV"

// directoryVariables are the variables that name a directory to which programs
// install, or a file that they write.
const directoryVariables = "GOBIN CARGO_INSTALL_ROOT CARGO_HOME PIP_TARGET PIP_PREFIX NPM_CONFIG_PREFIX npm_config_prefix DESTDIR GIT_TRACE GIT_TRACE2 GIT_TRACE2_EVENT INSTALL_ROOT"

// inspectVariable inspects the value of a variable of the environment that makes
// programs start other programs.
func (i *inspector) inspectVariable(name, value string, s *state) {
	if value == "" {
		return
	}
	if name == "GOFLAGS" || name == "TAR_OPTIONS" || name == "MAKEFLAGS" {
		program := map[string]string{"GOFLAGS": "go", "TAR_OPTIONS": "tar", "MAKEFLAGS": "make"}[name]
		i.inspectLaunchers(program, strings.Fields(value), s)
		return
	}
	if shell.ContainsWord(directoryVariables, name) {
		i.inspectWrite(value, writeDanger, s)
	}
	if strings.HasPrefix(name, "GIT_CONFIG_VALUE_") || strings.HasPrefix(name, "GIT_CONFIG_PARAMETERS") {
		i.add(launchDanger + ": " + showCommand([]string{name + "=" + value}))
		return
	}
	for _, v := range programVariables {
		if !slices.ContainsFunc(strings.Fields(v.names), func(pattern string) bool { return matchesPattern(pattern, name) }) {
			continue
		}
		if !shell.ContainsWord(plainVariables, name) || loadedCode.MatchString(value) || name == "ENV" && strings.Contains(value, "/") {
			i.inspectValue(name+"="+value, value, v.usual, s)
		}
	}
}

// programKeys are the settings whose value is a command, by their names in lower
// case, with the programs that are usual as the value. "*" in a name is any text.
var programKeys = []struct{ programs, keys, usual string }{
	{"git", "core.pager core.editor sequence.editor pager.* interactive.difffilter", "cat less more delta diff-so-fancy bat true : vim vi nano nvim code emacs false diff-highlight ed"},
	{"git", "core.sshcommand", "ssh"},
	{"git", "core.askpass credential.helper credential.*.helper", "true cache store osxkeychain manager manager-core gh echo"},
	{"git", "core.fsmonitor", "true false"},
	{"git", "gpg.program gpg.*.program", "gpg gpg2 ssh-keygen"},
	{"git", "diff.external diff.*.command diff.*.textconv difftool.*.cmd mergetool.*.cmd merge.*.driver filter.*.clean filter.*.smudge filter.*.process core.hookspath core.gitproxy uploadpack.packobjectshook sendemail.* trailer.*.command trailer.*.cmd init.templatedir remote.*.uploadpack remote.*.receivepack remote.*.vcs submodule.*.update protocol.ext.allow include.path includeif.*.path man.*.cmd browser.*.cmd instaweb.* web.browser guitool.*.cmd core.alternaterefscommand http.*proxy receive.procreceiverefs", "git-lfs git /dev/null delta difft vimdiff meld"},
	{"ssh scp sftp rsync git", "proxycommand localcommand knownhostscommand remotecommand proxyusefdpass permitlocalcommand pkcs11provider securitykeyprovider xauthlocation", "none no ssh nc"},
	{"make gmake", "shell .shellflags", "/bin/sh /bin/bash sh bash /usr/bin/bash /bin/zsh -c -ec -euo -euc"},
	{"cargo", "*runner *linker *rustc-wrapper *rustc-workspace-wrapper *.rustc *.rustdoc alias.*", ""},
	{"tar bsdtar gtar", "exec", ""},
	{"hg", "alias.* hooks.* extensions.* ui.editor ui.ssh ui.merge", "true cat"},
	{"pip pip3 npm", "script-shell git.command editor shell", "bash sh"},
}

// inspectSetting inspects a setting such as core.pager=less.
func (i *inspector) inspectSetting(program, key, value string, s *state) {
	key = strings.ToLower(strings.TrimSpace(key))
	if program == "git" && strings.HasPrefix(key, "alias.") {
		if !strings.HasPrefix(value, "!") {
			i.inspectCommand(append([]string{"git"}, strings.Fields(value)...), s)
		}
		return // gitScripts has the others
	}
	if key == ".shellflags" && strings.ContainsAny(value, `"';&|`) {
		i.add(launchDanger + ": " + showCommand([]string{program, key + "=" + value}))
		return
	}
	for _, k := range programKeys {
		if !shell.ContainsWord(k.programs, program) {
			continue
		}
		if slices.ContainsFunc(strings.Fields(k.keys), func(pattern string) bool { return matchesPattern(pattern, key) }) {
			i.inspectValue(key+"="+value, value, k.usual, s)
			return
		}
	}
}
