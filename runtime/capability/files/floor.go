package files

// Closed is one rule of the floor: paths that are closed to every tool,
// whatever the policy says.
type Closed struct {
	// Pattern is a path of one or more components at any depth, or from the top when it
	// starts with a slash, together with all below it. The last component may
	// hold * and ? as in path.Match. Case is ignored, and so is what some file systems
	// ignore: white space and dots at the end, and invisible characters.
	Pattern string
	// WriteOnly says that reading is not closed.
	WriteOnly bool
	// Reason says why, for people and models.
	Reason string
}

// Reasons of the floor.
const (
	holdsKeys     = "it holds keys or passwords"
	holdsTokens   = "it holds access tokens"
	holdsHistory  = "a history holds what was typed, passwords too"
	isSystem      = "it belongs to the operating system"
	isKernel      = "it is the kernel's, not a file"
	runsAtLogin   = "a shell or desktop runs it by itself"
	runsWithTools = "other programs run what it says by themselves"
	belongsToVCS  = "version control keeps it, and runs hooks and filters that it names"
	isInWriting   = "it is being written"
)

// exempt are names that patterns of the floor match and that are open: they
// are made to be shared.
var exempt = []string{".env.example", ".env.sample", ".env.template", ".env.dist", ".env.defaults"}

// floor is grouped by reason. It names what is known by its name; for other
// secrets there is FilePolicy.Deny. Certificates (*.pem, *.key) are left open,
// because most are public or made for tests.
var floor = rowsOf(
	closedTo(holdsKeys, false,
		".ssh", ".gnupg", ".password-store", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_ecdsa_sk", "id_ed25519_sk", "id_xmss",
		"*.kdbx", "*.ppk", "*.p12", "*.pfx", "*.jks", "*.keystore",
		"/etc/shadow*", "/etc/gshadow*", "/etc/master.passwd", "/private/etc/master.passwd", "/etc/security/opasswd", "/etc/sudoers", "/etc/sudoers.d",
		"/etc/ssh/ssh_host_*_key", "/etc/ssl/private", "/etc/pki/tls/private", "/etc/krb5.keytab", "/etc/wireguard", "/Windows/System32/config",
		"Library/Keychains", ".local/share/keyrings", ".config/op", ".bitcoin", ".ethereum",
		".mozilla", ".config/google-chrome", ".config/chromium", "Library/Application Support/Google/Chrome", "Library/Application Support/Firefox", "Library/Cookies",
		"AppData/Local/Google/Chrome", "AppData/Local/Microsoft/Edge", "AppData/Roaming/Mozilla", "AppData/Local/Microsoft/Credentials",
		"AppData/Roaming/Microsoft/Credentials", "AppData/Roaming/Microsoft/Protect"),
	closedTo(holdsTokens, false,
		".env", ".env.*", ".envrc", ".netrc", "_netrc", ".authinfo*", ".git-credentials", ".config/git/credentials", ".pgpass", ".my.cnf", ".mylogin.cnf",
		".aws", ".azure", ".kube", ".config/gcloud", ".config/doctl", ".config/gh/hosts.yml", ".config/glab-cli", ".config/hub", ".config/rclone",
		".docker/config.json", ".config/containers/auth.json", ".npmrc", ".pypirc", ".cargo/credentials", ".cargo/credentials.toml", ".gem/credentials",
		".composer/auth.json", ".m2/settings.xml", ".m2/settings-security.xml", ".terraformrc", ".terraform.d/credentials.tfrc.json", ".vault-token",
		".s3cfg", ".boto", ".databrickscfg", "/run/secrets", "/var/run/secrets"),
	closedTo(holdsHistory, false, ".*_history", ".lesshst", ".viminfo"),
	closedTo(isKernel, false, "/proc", "/sys", "/dev"),
	closedTo(isInWriting, false, tempPattern),
	closedTo(belongsToVCS, true, ".git", ".hg", ".svn", ".jj", ".gitconfig", ".config/git", ".hgrc"),
	closedTo(runsAtLogin, true,
		".profile", ".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout",
		".kshrc", ".cshrc", ".tcshrc", ".login", ".inputrc", ".config/fish", ".xinitrc", ".xprofile", ".xsession", ".xsessionrc", ".pam_environment",
		".config/autostart", ".config/systemd", ".config/environment.d", "Library/LaunchAgents", "Library/LaunchDaemons",
		"profile.ps1", "Microsoft.PowerShell_profile.ps1", "Start Menu/Programs/Startup"),
	closedTo(runsWithTools, true,
		".vscode/settings.json", ".vscode/tasks.json", ".vscode/mcp.json", ".cursor/mcp.json", ".mcp.json", ".claude/settings.json", ".claude/settings.local.json"),
	closedTo(isSystem, true, "/etc", "/private/etc", "/boot", "/bin", "/sbin", "/lib", "/lib64", "/usr/bin", "/usr/sbin", "/usr/lib", "/usr/lib64", "/usr/libexec",
		"/var/spool/cron", "/System", "/Windows", "/Program Files", "/Program Files (x86)"),
)

// Floor lists what is closed to every tool, for a security review.
func Floor() []Closed { return append([]Closed(nil), floor...) }

func closedTo(reason string, writeOnly bool, patterns ...string) []Closed {
	rows := make([]Closed, len(patterns))
	for i, pattern := range patterns {
		rows[i] = Closed{pattern, writeOnly, reason}
	}
	return rows
}

func rowsOf(groups ...[]Closed) []Closed {
	var rows []Closed
	for _, group := range groups {
		rows = append(rows, group...)
	}
	return rows
}
