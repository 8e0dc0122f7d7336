package files

import "slices"

// ClosedPath is a rule that closes paths to every tool, whatever the policy says.
type ClosedPath struct {
	// Pattern is a path of one or more components, together with everything below it. It matches at
	// any depth, or only from the root if it starts with a slash. The last component can contain
	// the wildcards * and ? of path.Match. Upper and lower case are the same. White space and dots
	// at the end, and invisible characters, are ignored, as on some file systems.
	Pattern string
	// WriteOnly means that the paths can be read.
	WriteOnly bool
	// Reason says why the paths are closed, for people and models.
	Reason string
}

// The reasons of the rules.
const (
	holdsKeys     = "it contains keys or passwords"
	holdsTokens   = "it contains access tokens"
	holdsHistory  = "it is a history of input, which can contain passwords"
	isSystem      = "it belongs to the operating system"
	isKernel      = "it is an interface of the kernel and not a file"
	runsAtLogin   = "a shell or desktop runs it automatically"
	runsWithTools = "other programs automatically run the commands in it"
	belongsToVCS  = "version control uses it, and runs the hooks and filters that it names"
	isInWriting   = "it is a temporary file of a write"
)

// exemptNames are names that match a pattern and are open: templates that are meant to be shared.
var exemptNames = []string{".env.example", ".env.sample", ".env.template", ".env.dist", ".env.defaults"}

// closedPaths is grouped by reason. It contains files that are known by their names; FilePolicy.Deny can close
// others. Certificates (*.pem, *.key) stay open, because most of them are public or made for tests.
var closedPaths = slices.Concat(
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

// ClosedPaths returns the rules for paths that are closed to every tool, for a security review.
func ClosedPaths() []ClosedPath { return slices.Clone(closedPaths) }

// closedTo returns a rule for each pattern.
func closedTo(reason string, writeOnly bool, patterns ...string) []ClosedPath {
	rows := make([]ClosedPath, len(patterns))
	for i, pattern := range patterns {
		rows[i] = ClosedPath{pattern, writeOnly, reason}
	}
	return rows
}
