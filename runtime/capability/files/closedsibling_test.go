//go:build unix

package files_test

import (
	"strings"
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
	"github.com/toolgen/toolgen/runtime/capability/files"
)

// TestClosedSiblings writes and reads names that programs use like those of the examples in the documents: in other
// places, with other endings, and of other channels of the same program.
func TestClosedSiblings(t *testing.T) {
	for _, c := range []struct {
		reason, names string
		reads         bool // reading is closed too
		named         bool // the policy can name them
	}{
		{"start files of programs", ".emacs.el .emacs.elc .psqlrc-16 .lldbinit-Xcode .lesskey _curlrc .config/curlrc .wget2rc .config/sqlite3/sqliterc .config/irb/irbrc .config/pry/pryrc .rdbgrc .vimrc.local " +
			".gradle/init.gradle .gradle/init.d/a.gradle .mavenrc .antrc .m2/extensions.xml .config/go/env .helix/languages.toml .config/helix/config.toml .kakrc .erlang .RData .duckdbrc .tclshrc .swiplrc .clisprc .proverc .bazeliskrc " +
			".config/yt-dlp/config .config/mpv/scripts/a.lua", false, false},
		{"start files of sessions", ".config/xfce4/autostart/a.desktop .config/plasma-workspace/env/a.sh .config/openbox/autostart .xserverrc .bash_completion .tmux/plugins/a .cargo/env .rvmrc .xmonad/xmonad.hs .config/awesome/rc.lua .config/bspwm/bspwmrc " +
			".config/qtile/config.py .hyper.js .yabairc .skhdrc", false, false},
		{"version control", ".repo/manifest.xml .sl/config", false, false},
		{"projects", ".dir-locals-2.el mise.local.toml .mise.local.toml mise.production.toml lefthook.jsonc .pnpmfile.mjs .yarn/sdks/a .yarn/unplugged/a .pnp.cjs .lvimrc .lite_project.lua .autoenv.zsh .gclient tools/bazel rust-toolchain.toml " +
			"venv/lib/python3.13/site-packages/a.pth", false, true},
		{"agents", ".github/hooks/a.json .claude-plugin/plugin.json .crush.json crush.json .amp/a CODEBUDDY.md .iflow/a .grok/a .qoder/a", false, true},
		{"CI", "azure-pipelines-release.yml .drone.star cloudbuild.yml cloudbuild-test.yaml", false, true},
		{"tokens", ".gitcookies .cvspass .docker/key.pem .local/share/gem/credentials .config/dart/pub-credentials.json .config/pnpm/rc .bunfig.toml .Renviron .tofurc .cf/config.json .config/openstack/clouds.yaml .ansible/galaxy_token .vagrant.d/a " +
			".passwd-s3fs .davfs2/secrets .lpass/key .vsce .ovsx .expo/state.json .supabase/access-token .config/neomutt/neomuttrc .config/mutt/muttrc .config/aerc/accounts.conf .config/isyncrc .esmtprc .gemini/mcp-oauth-tokens.json " +
			".gemini/mcp-oauth-tokens-v2.json .iflow/oauth_creds.json .grok/user-settings.json .codeium/config.json .pause .config/Code/User/globalStorage/state.vscdb .config/Cursor/User/globalStorage/state.vscdb.backup .step/secrets/a .acme.sh/a " +
			".local/share/mkcert/rootCA-key.pem .android/adbkey .aptos/config.yaml .config/dfx/identity", true, false},
		{"browsers", ".config/google-chrome-beta/a .config/google-chrome-unstable/a .config/microsoft-edge-dev/a .var/app/com.google.Chrome/a .var/app/com.google.ChromeDev/a snap/chromium/a .librewolf/a .waterfox/a .zen/a Library/Safari/a", true, false},
		{"copies of files", ".env~ ..env.swp ..env.local.swo #.env# .netrc~ .netrc.bak .pgpass.orig .git-credentials.save id_rsa.old ..bash_history.swp", true, false},
		{"further tokens", ".consul-token .kaggle.json a.keytab krb5cc_0 .purple/accounts.xml .irssi/config .config/weechat/sec.conf .circleci/cli.yml .config/snyk .config/supabase/access-token .docker/machine/a .vscode/sftp.json vault_pass.txt .svn/auth/a " +
			".solana/id.json .dbeaver/credentials-config.json", true, false},
		{"credentials of agents and clouds, and histories", ".claude/.credentials.json .claude.json .codex/auth.json .gemini/oauth_creds.json .qwen/oauth_creds.json .local/share/opencode/auth.json terraform.tfstate prod.tfstate.backup .config/sops/age/keys.txt .bash_history .zsh_history .python_history " +
			".ssh/config .env .env.local .netrc .aws/credentials .kube/config .docker/config.json .npmrc .pypirc .git-credentials .config/gh/hosts.yml .ipfs/config", true, false},
		{"keys that services let people download", "secret.yaml credentials.yml credentials.csv ada_accessKeys.csv rootkey.csv private.key private.pem id_ecdsa.pem deploy_rsa age-key.txt config/credentials/production.key appsettings.Production.json local.properties .flaskenv ansible-vault-password sftp-config.json", true, true},
		{"further keys", "serviceAccountKey.json a-firebase-adminsdk-b.json kubeconfig.yaml cookies.txt htpasswd key.properties keystore.properties deploy_key privkey.pem privkey1.pem wg0.conf credentials.json.bak secrets.yaml~", true, true},
		{"further start files", ".config/lazygit/config.yml .config/micro/init.lua .config/ranger/rc.conf .pdbrc.py .mongoshrc.js .gemrc .tigrc .bashrc.local .zshrc.local .tmux.conf.local .kde/Autostart/a .xbindkeysrc .asdfrc .cargo/bin/git go/bin/git", false, false},
		{"tools in projects", ".local.vimrc .trunk/trunk.yaml codemagic.yaml", false, true},
		{"histories", ".config/nushell/history.sqlite3 .zsh_sessions/a", true, false},
		{"configuration of pip", "pip.ini", true, true},
	} {
		w := newFixture(t)
		for name := range strings.FieldsSeq(c.names) {
			w.write("ws/home/"+name, "F")
			f := w.all(nil)
			if err := f.WriteFile("home/"+name, nil); !isDenied(err) {
				t.Errorf("%s: %s can be written: %v", c.reason, name, err)
			}
			if _, err := f.ReadFile("home/" + name); (err != nil) != c.reads {
				t.Errorf("%s: reading %s: %v", c.reason, name, err)
			}
			if err := f.WriteFile("new/"+name, nil); err == nil || f.MkdirAll("new2/"+name) == nil {
				t.Errorf("%s: %s can be made: %v", c.reason, name, err)
			}
			f, err := files.New(nil).Open(t.Context(), w.request(capability.FilePolicy{Write: []string{".", "home/" + name}}))
			if err == nil {
				err = f.WriteFile("home/"+name, nil)
			}
			if (err == nil) != c.named {
				t.Errorf("%s: %s is named: %v", c.reason, name, err)
			}
		}
	}
}

// TestKeysAreNoExamples reads files whose names are similar to those of examples and texts.
func TestKeysAreNoExamples(t *testing.T) {
	w := newFixture(t)
	f := w.all(nil)
	for _, name := range []string{".env", ".env.local", ".env.example.local", ".env.examples", "production.env", "examples.env", "x.example.env", "prod.tfvars", "example.p12", "example.jks", "secrets.yaml", "secrets/secrets.yaml",
		"chart/secrets.yaml", "i18n/a/b/credentials.json", "locales/production.env", "templates/.env", "templates/auth.json/x/.netrc", "locales/.npmrc"} {
		w.write("ws/"+name, secret)
		if got, err := f.ReadFile(name); err == nil {
			t.Errorf("%s: %q", name, got)
		}
	}
}
