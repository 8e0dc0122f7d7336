package process

import "strings"

// refusedVariables are the variables that a tool must not set, because a model often chooses their
// values: each of them names a program, code or configuration that the declared program would run or
// trust. A name that ends in "*" is a prefix. Upper and lower case are the same, as on Windows.
var refusedVariables = []struct{ names, reason string }{
	{"PATH PATHEXT CDPATH PWD OLDPWD SHELL COMSPEC EXECIGNORE HOME USERPROFILE XDG_* APPDATA LOCALAPPDATA ZDOTDIR",
		"decides where programs and their configuration are found"},
	{"LD_* DYLD_* LIBPATH SHLIB_PATH GLIBC_TUNABLES GCONV_PATH LOCPATH NLSPATH MALLOC_TRACE LIBRARY_PATH GI_TYPELIB_PATH",
		"makes the loader run other code"},
	{"BASH_ENV ENV IFS SHELLOPTS BASHOPTS BASH_FUNC_* BASH_XTRACEFD PROMPT_COMMAND PS0 PS1 PS2 PS4 FPATH",
		"makes shells run other code"},
	{"GIT_*", "makes git run other programs or use another repository"},
	{"EDITOR VISUAL FCEDIT SUDO_EDITOR SUDO_ASKPASS PAGER MANPAGER LESS LESSOPEN LESSCLOSE LESSKEY* MORE MANOPT BROWSER TERMINAL TERMINFO* TERMCAP",
		"names a program that is run"},
	{"SSH_* CVS_RSH RSYNC_RSH RSYNC_CONNECT_PROG SVN_* HGRCPATH HG HGEDITOR HGMERGE TAR_OPTIONS GNUPGHOME",
		"names a program, keys or configuration that are used"},
	{"NODE_* NPM_CONFIG_* YARN_* PNPM_* BUN_* DENO_* TS_NODE_*", "makes JavaScript programs load other code"},
	{"PYTHON* PIP_* UV_* POETRY_* VIRTUAL_ENV CONDA_*", "makes Python programs load other code"},
	{"PERL* RUBY* GEM_* BUNDLE_* BUNDLER_* RAKEOPT LUA_* PHPRC PHP_INI_SCAN_DIR R_PROFILE* R_ENVIRON* R_LIBS* TCLLIBPATH ERL_* ELIXIR_* GUILE_* JULIA_* OCAML*",
		"makes interpreters load other code"},
	{"JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_* JAVA_OPTS JAVA_HOME CLASSPATH MAVEN_* GRADLE_* ANT_* SBT_* SCALA_*", "makes Java programs load other code"},
	{"DOTNET_* CORECLR_* COR_* COMPLUS_* NUGET_* MSBUILD*", "makes .NET programs load other code"},
	{"GOFLAGS GOENV GOROOT GOTOOLDIR GOTOOLCHAIN GOPATH GOBIN GOWORK GOPROXY GOSUMDB GONOSUMDB GONOSUMCHECK GONOPROXY GOPRIVATE GOINSECURE GOVCS GOAUTH GOCACHEPROG GOPACKAGESDRIVER GODEBUG CGO_CFLAGS* CGO_CPPFLAGS* CGO_CXXFLAGS* CGO_FFLAGS* CGO_LDFLAGS* GCCGO* GOCACHE GOMODCACHE GOCOVERDIR",
		"makes the go command run other programs or trust other sources"},
	{"CC CXX CPP LD AR AS FC OBJC PKG_CONFIG* CFLAGS CXXFLAGS CPPFLAGS LDFLAGS GCC_* COMPILER_PATH CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH MAKE MAKEFLAGS MFLAGS GNUMAKEFLAGS MAKEFILES CMAKE_* NINJA* CCACHE_* DISTCC_* CARGO* RUST*",
		"makes build tools run other programs"},
	{"HTTP_PROXY HTTPS_PROXY ALL_PROXY FTP_PROXY RSYNC_PROXY NO_PROXY SOCKS_* HOSTALIASES LOCALDOMAIN RES_OPTIONS RESOLV_* RESOLVE_*",
		"leads connections elsewhere"},
	{"SSL_CERT_* SSLKEYLOGFILE OPENSSL_* CURL_* WGETRC SYSTEM_WGETRC REQUESTS_CA_BUNDLE KRB5* GNUTLS_*", "weakens or reveals encrypted connections"},
	{"DOCKER_* KUBECONFIG CONTAINER_HOST DBUS_* SYSTEMD_* DISPLAY WAYLAND_DISPLAY XAUTHORITY", "leads to services that run programs"},
	{"GTK_* QT_* GIO_* GST_* VIMINIT VIM EXINIT EMACSLOADPATH INPUTRC AWKPATH AWKLIBPATH GAWK_* ANSIBLE_* PSQLRC PGSERVICEFILE PGSYSCONFDIR MYSQL_*", "makes programs load other code or configuration"},
}

// harmless are the variables that a tool can set although refusedVariables has them.
const harmless = "GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_AUTHOR_DATE GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL GIT_COMMITTER_DATE " +
	"GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS GIT_LITERAL_PATHSPECS GIT_MERGE_AUTOEDIT GIT_CEILING_DIRECTORIES " +
	"NODE_ENV PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONHASHSEED PYTHONIOENCODING PYTHONUTF8 RUST_BACKTRACE RUST_LOG CARGO_TERM_COLOR"

// refusalReason says why a tool must not set a variable; it is empty if the tool can.
func refusalReason(name string) string {
	for allowed := range strings.FieldsSeq(harmless) {
		if name == allowed {
			return ""
		}
	}
	name = strings.ToUpper(name)
	for _, group := range refusedVariables {
		for pattern := range strings.FieldsSeq(group.names) {
			prefix, all := strings.CutSuffix(pattern, "*")
			if name == pattern || all && strings.HasPrefix(name, prefix) {
				return group.reason
			}
		}
	}
	return ""
}
