package process

import (
	"path"
	"strings"
)

// refusedVariables are the variables that a tool must not set, because a model often chooses their
// values: each of them names a program, options, code or configuration that the declared program would run
// or trust. The names are patterns of path.Match. Upper and lower case are the same, as on Windows. The first
// rows are classes of names that many programs follow; the others are names that do not show their class. A row does
// not refuse the names in unless, which are those of data.
var refusedVariables = []struct{ names, reason, unless string }{
	{"*COMMAND* *CMD *_CMD_* *EXTERNAL_DIFF *DIFFPROG *PAGER *PAGER_* *EDITOR* *BROWSER *_SHELL *ASKPASS* *WRAPPER* *LAUNCHER* *_RUNNER *_EXEC *EXECUTABLE* *_PROGRAM *_INTERPRETER *HELPER *HOOK *HOOKS *HOOK_* *_RSH *_COMPILER *_LINKER *_BIN *_BINARY",
		"names a program that is run", "*WEBHOOK *WEBHOOKS *WEBHOOK_URL *WEBHOOK_URLS *WEBHOOK_SECRET *WEBHOOK_TOKEN *WEBHOOK_ID"},
	{"*OPTS *OPT *OPTIONS *FLAGS *_ARGS *_ARGV", "gives programs options", "*FEATURE_FLAGS ADOPT *_ADOPT"},
	{"*CONFIG* *_CONF *_CONF_* *_CFG *_RC *[^S]RC *RCFILE *SETTINGS* *_PROFILE *_INIT *INITFILE *STARTUP* *_SCRIPT *_SCRIPTS *_ENV_FILE", "names configuration or scripts that programs read",
		"CONFIGURATION BUILD_CONFIGURATION CONFIG_NAME BUILD_PROFILE AWS_PROFILE AWS_DEFAULT_PROFILE HYPOTHESIS_PROFILE CRC *_CRC *STARTUP_TIMEOUT"},
	{"*PATH *_PATHS *_ROOT", "names code that programs load, or where it is", dataPaths},
	{"*PLUGIN* *PRELOAD* *_MODULE *_MODULES *_MODULE_FILE *_MODULE_DIR *_LIB *_LIBS *_LIB_DIR *_LIBRARY *_LIBRARIES *_LOADER *_LAYERS *_ICD_* *_DRIVER *_DRIVERS *BACKEND *_EXTENSIONS *_EXTENSIONS_DIR *HOME *_HOME_DIR *_TEMPLATE_DIR",
		"names code that programs load, or where it is", "*ALLOWED_EXTENSIONS *FILE_EXTENSIONS *IMAGE_EXTENSIONS DB_DRIVER DATABASE_DRIVER CACHE_DRIVER LOG_DRIVER MAIL_DRIVER QUEUE_DRIVER SESSION_DRIVER"},
	{"*_PROXY", "leads connections elsewhere", "TRUST_PROXY BEHIND_PROXY"},
	{"PATH PATHEXT CDPATH PWD OLDPWD SHELL COMSPEC EXECIGNORE HOME USERPROFILE XDG_* APPDATA LOCALAPPDATA ZDOTDIR",
		"decides where programs and their configuration are found", ""},
	{"LD_* DYLD_* LIBPATH SHLIB_PATH GLIBC_TUNABLES GCONV_PATH LOCPATH NLSPATH MALLOC_TRACE LIBRARY_PATH GI_TYPELIB_PATH",
		"makes the loader run other code", ""},
	{"BASH_ENV ENV IFS SHELLOPTS BASHOPTS BASH_FUNC_* BASH_XTRACEFD PROMPT_COMMAND PS0 PS1 PS2 PS4 FPATH",
		"makes shells run other code", ""},
	{"GIT_*", "makes git run other programs or use another repository", ""},
	{"EDITOR VISUAL FCEDIT SUDO_EDITOR SUDO_ASKPASS PAGER MANPAGER LESS LESSOPEN LESSCLOSE LESSKEY* MORE MANOPT BROWSER TERMINAL TERMINFO* TERMCAP",
		"names a program that is run", ""},
	{"SSH_* CVS_RSH RSYNC_RSH RSYNC_CONNECT_PROG SVN_* HGRCPATH HG HGEDITOR HGMERGE TAR_OPTIONS GNUPGHOME",
		"names a program, keys or configuration that are used", ""},
	{"PYTEST_* TOX_* NOX* JUPYTER_* IPYTHON* FLASK_APP DJANGO_* GUNICORN_* CELERY_* PRE_COMMIT_* HUSKY* LEFTHOOK* ESLINT_* PRETTIER_* BABEL_* JEST_* VITEST_*", "makes tests and development tools load other code", ordinaryData},
	{"RCLONE_* RESTIC_* BORG_* FZF_* RIPGREP_* BAT_* DELTA_* JQ_* TF_* TERRAGRUNT_* PACKER_* VAGRANT_* HELM_* GH_* GLAB_* AWS_* AZURE_* CLOUDSDK_* PGPASSFILE PGOPTIONS PGSERVICE* PGSYSCONFDIR PGSSL*",
		"makes the program use other configuration, credentials or programs", ordinaryData + " TF_VAR_* TF_LOG_CORE TF_LOG_PROVIDER TF_WORKSPACE AWS_PROFILE AWS_DEFAULT_PROFILE GH_REPO"},
	{"ASDF_* MISE_* RTX_* NVM_* PYENV_* RBENV_* VOLTA_* SDKMAN_* DIRENV_* NIX_* HOMEBREW_* OPAM* STACK_YAML STACK_ROOT STACK_WORK STACK_GLOBAL_* STACK_XDG CABAL_* GHC* MIX_* REBAR* DART_* FLUTTER_* BAZEL* USE_BAZEL_VERSION SDKROOT DEVELOPER_DIR TOOLCHAINS",
		"decides which programs or compilers are run", ordinaryData + " MIX_TARGET"},
	{"BUILDKIT_* COMPOSE_* ELECTRON_* CHROME_* PLAYWRIGHT_* PUPPETEER_* MAILCAP* W3M* LYNX_* TMUX* TEXINPUTS TEXMF* SHELL_ESCAPE OPENOUT_ANY OPENIN_ANY GS_LIB MAGICK_* GVBINDIR VK_* EGL_* OCL_ICD_*", "makes programs load or run other code", ordinaryData + " COMPOSE_PROFILES COMPOSE_ANSI"},
	{"NODE_* NPM_CONFIG_* YARN_* PNPM_* BUN_* DENO_* TS_NODE_*", "makes JavaScript programs load other code", ordinaryData},
	{"PYTHON* PIP_* UV_* POETRY_* VIRTUAL_ENV CONDA_*", "makes Python programs load other code", ordinaryData + " UV_LINK_MODE UV_FROZEN UV_LOCKED UV_NO_CACHE UV_COMPILE_BYTECODE PIP_NO_CACHE_DIR PIP_PROGRESS_BAR"},
	{"PERL* RUBY* GEM_* BUNDLE_* BUNDLER_* RAKEOPT LUA_* PHPRC PHP_INI_SCAN_DIR R_PROFILE* R_ENVIRON* R_LIBS* TCLLIBPATH ERL_* ELIXIR_* GUILE_* JULIA_* OCAML*",
		"makes interpreters load other code", ordinaryData},
	{"JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_* JAVA_OPTS JAVA_HOME CLASSPATH MAVEN_* GRADLE_* ANT_* SBT_* SCALA_*", "makes Java programs load other code", ordinaryData},
	{"DOTNET_* CORECLR_* COR_* COMPLUS_* NUGET_* MSBUILD*", "makes .NET programs load other code", ordinaryData},
	{"GOFLAGS GOENV GOROOT GOTOOLDIR GOTOOLCHAIN GOPATH GOBIN GOWORK GOPROXY GOSUMDB GONOSUMDB GONOSUMCHECK GONOPROXY GOPRIVATE GOINSECURE GOVCS GOAUTH GOCACHEPROG GOPACKAGESDRIVER GODEBUG CGO_CFLAGS* CGO_CPPFLAGS* CGO_CXXFLAGS* CGO_FFLAGS* CGO_LDFLAGS* GCCGO* GOCACHE GOMODCACHE GOCOVERDIR",
		"makes the go command run other programs or trust other sources", ""},
	{"CC CXX CPP LD AR AS FC OBJC PKG_CONFIG* CFLAGS CXXFLAGS CPPFLAGS LDFLAGS GCC_* COMPILER_PATH CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH MAKE MAKEFLAGS MFLAGS GNUMAKEFLAGS MAKEFILES CMAKE_* NINJA* CCACHE_* DISTCC_* CARGO* RUST*",
		"makes build tools run other programs", ordinaryData + " CMAKE_BUILD_TYPE CMAKE_COLOR_DIAGNOSTICS CARGO_TERM_* CARGO_PROFILE_* CARGO_NET_RETRY"},
	{"HTTP_PROXY HTTPS_PROXY ALL_PROXY FTP_PROXY RSYNC_PROXY NO_PROXY SOCKS_* HOSTALIASES LOCALDOMAIN RES_OPTIONS RESOLV_* RESOLVE_*",
		"leads connections elsewhere", ""},
	{"SSL_CERT_* SSLKEYLOGFILE OPENSSL_* CURL_* WGETRC SYSTEM_WGETRC REQUESTS_CA_BUNDLE KRB5* GNUTLS_*", "weakens or reveals encrypted connections", ""},
	{"DOCKER_* KUBECONFIG CONTAINER_HOST DBUS_* SYSTEMD_* DISPLAY WAYLAND_DISPLAY XAUTHORITY", "leads to services that run programs", ordinaryData},
	{"GTK_* QT_* GIO_* GST_* VIMINIT VIM EXINIT EMACSLOADPATH INPUTRC AWKPATH AWKLIBPATH GAWK_* ANSIBLE_* PSQLRC PGSERVICEFILE PGSYSCONFDIR MYSQL_HOME MYSQL_PS1 MYSQL_HISTFILE MYSQL_GROUP_SUFFIX MYSQL_TEST_* LIBMYSQL_*", "makes programs load other code or configuration", ordinaryData},
	{"CL _CL_ LINK _LINK_ NVCC_* OMPI_* PRTE_* PMIX_* MPICH_* AUTOCONF AUTOHEADER AUTOMAKE ACLOCAL* AUTOM4TE* LIBTOOL* MPICC_CC RANLIB NM OBJCOPY OBJDUMP WINDRES F77 SED AWK MAKEINFO TROFF QMAKESPEC QMAKEFEATURES M4 YACC LEX FLEX BISON SPHINXBUILD ZIG_*",
		"makes build tools run other programs", ordinaryData},
	{"ZIP UNZIP GZIP BZIP BZIP2 XZ_DEFAULTS PARALLEL", "gives programs options", ""},
	{"BZR_* BRZ_* DARCS_* P4DIFF P4MERGE P4EDITOR SCP_PROG PATCH_GET MERGE_TOOL DIFF_TOOL *_MERGE_TOOL *_DIFF_TOOL THOR_* NNN_* PYSPARK_* HARNESS_PERL* HARNESS_SUBCLASS COMPOSER COMPOSER_AUTH COMPOSER_*_DIR QEMU_* WINELOADER WINESERVER WINEDLL* WINEDEBUGGER WINEPREFIX PACMAN LESSEDIT SWIFTPM_CUSTOM_BIN_DIR",
		"names a program that is run", ordinaryData},
	{"__EGL_* __GLX_* SDL*_DYNAMIC_API DBI_AUTOPROXY VIMRUNTIME NVIM_* OCTAVE_* ODBC* PLTADDONDIR PLTCOLLECTS PLTUSERHOME MONO_* COVERAGE_PROCESS_START TIGRC_* PIPENV_*",
		"makes programs load other code or configuration", ordinaryData},
	{"COREPACK_* PUB_* *APPLICATION_CREDENTIALS *CREDENTIALS_FILE", "makes the program trust other sources or use other credentials", ordinaryData},
}

// ordinaryData are the endings of names that no program reads as a program, as code or as a source, such as
// CTEST_PARALLEL_LEVEL. They are permitted in the families of names that begin with the name of a program.
const ordinaryData = "*_LOG_LEVEL *_LOGLEVEL *_VERBOSE *_VERBOSITY *_DEBUG *_QUIET *_TIMEOUT *_RETRIES *_RETRY_MODE *_MAX_ATTEMPTS *_WORKERS *_NUM_WORKERS *_WORKER_ID *_POOL_ID *_JOBS *_CONCURRENCY *_PARALLEL_LEVEL *_PARALLEL_LIMIT " +
	"*_OFFLINE *_COLOR *_COLORS *_NO_COLOR *_NOCOLOR *_PROGRESS *_NO_PROGRESS *_REGION *_NAMESPACE *_HEADLESS *_TELEMETRY_OPTOUT *_NO_UPDATE_NOTIFIER *_NO_ANALYTICS *_NO_AUTO_UPDATE"

// dataPaths are the names of paths of data, which a program reads or writes but does not load as code: the word before
// PATH says what is there. Words such as PLUGIN, MODULE, LIBRARY, INCLUDE, PROJECT and TEMPLATE are not among them.
var dataPaths = pathsOf("API ARTIFACT ARTIFACTS ASSET ASSETS BACKUP BASE CHECKPOINT COVERAGE DATA DATABASE DATASET DB DEST DESTINATION DIR DOC DOCS DOCUMENT " +
	"DOWNLOAD DOWNLOADS DUMP ENDPOINT EXPORT FILE FILES FIXTURE FIXTURES FOLDER HEALTH IMAGE IMAGES INPUT LOG LOGS MEDIA OUT OUTPUT PUBLIC RECORDING REPORT " +
	"REPORTS REQUEST RESULT RESULTS ROUTE SAVE SCREENSHOT SNAPSHOT SOURCE SQLITE STATIC STORAGE STORE TARGET TEMP TMP UPLOAD UPLOADS URL VIDEO")

// pathsOf returns the patterns of names of paths that end with one of the words.
func pathsOf(words string) string {
	var b strings.Builder
	for word := range strings.FieldsSeq(words) {
		for _, kind := range []string{"_PATH ", "_PATHS ", "_ROOT "} {
			b.WriteString(word + kind + "*_" + word + kind)
		}
	}
	return b.String()
}

// harmless are the variables that a tool can set although refusedVariables has them.
const harmless = "GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_AUTHOR_DATE GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL GIT_COMMITTER_DATE " +
	"GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS GIT_LITERAL_PATHSPECS GIT_MERGE_AUTOEDIT GIT_CEILING_DIRECTORIES " +
	"NODE_ENV PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONHASHSEED PYTHONIOENCODING PYTHONUTF8 RUST_BACKTRACE RUST_LOG RUST_TEST_THREADS RUST_MIN_STACK CARGO_TERM_COLOR CARGO_INCREMENTAL CARGO_NET_OFFLINE AWS_REGION AWS_DEFAULT_REGION " +
	"MIX_ENV PYTHONFAULTHANDLER PYTHONTRACEMALLOC PYTEST_TIMEOUT PIP_NO_INPUT PIP_DISABLE_PIP_VERSION_CHECK NODE_NO_WARNINGS DJANGO_DEBUG DJANGO_ENV DJANGO_SECRET_KEY " +
	"DOTNET_NOLOGO DOTNET_CLI_TELEMETRY_OPTOUT DOTNET_ENVIRONMENT DOCKER_BUILDKIT COMPOSE_PROJECT_NAME HELM_NAMESPACE JULIA_NUM_THREADS GCC_COLORS TF_LOG TF_INPUT TF_IN_AUTOMATION TF_CPP_MIN_LOG_LEVEL " +
	"CMAKE_EXPORT_COMPILE_COMMANDS NPM_CONFIG_LOGLEVEL NPM_CONFIG_AUDIT NPM_CONFIG_FUND NPM_CONFIG_PROGRESS NPM_CONFIG_OFFLINE NPM_CONFIG_PREFER_OFFLINE NPM_CONFIG_COLOR NPM_CONFIG_UPDATE_NOTIFIER"

// refusalReason returns the reason why a tool must not set a variable, or an empty
// string if the tool can set it.
func refusalReason(name string) string {
	name = strings.ToUpper(name)
	for allowed := range strings.FieldsSeq(harmless) {
		if name == allowed {
			return ""
		}
	}
	for _, group := range refusedVariables {
		if matchesAny(group.names, name) && !matchesAny(group.unless, name) {
			return group.reason
		}
	}
	return ""
}

// matchesAny reports whether a name matches one of the patterns, which are separated by spaces.
func matchesAny(patterns, name string) bool {
	for pattern := range strings.FieldsSeq(patterns) {
		if matched, err := path.Match(pattern, name); matched && err == nil {
			return true
		}
	}
	return false
}
