package terminal

import (
	"slices"
	"strings"
)

// publishDanger is the danger of the programs in publishers.
const publishDanger = "publishes or withdraws something that other people use"

// publisher are the subcommands of programs that publish or withdraw something.
type publisher struct {
	// programs are names, separated by spaces, as in rule.
	programs string
	// subcommands are the first operands, as in hasSubcommand, separated by commas.
	subcommands string
	// anywhere are words that publish anywhere among the arguments, separated by
	// spaces. "*" in a word is any text.
	anywhere string
}

// publishers are the programs that publish packages, images, releases or sites.
var publishers = []publisher{
	{programs: "npm pnpm yarn bun", subcommands: "publish,pub,unpublish,deprecate,dist-tag add,dist-tag rm,npm publish,npm tag,workspaces foreach npm publish,run publish,run release,run deploy,access,owner add,owner rm,team,star,token,adduser,profile set,stage,changeset publish,exec publish"},
	{programs: "deno jsr", subcommands: "publish"},
	{programs: "swift spago elm raco alr crystal nimble dub wally zigmod gleam hex pdk jpm esy opam-publish typst tex-upload ctan-o-mat", subcommands: "package-registry publish,publish,upload,hex publish"},
	{programs: "quarto rsconnect jupyter-book", subcommands: "publish,deploy"},
	{programs: "phpdoc packagist web-ext chrome-webstore-upload", subcommands: "sign,upload,publish"},
	{programs: "azd pulumi copilot serverless amplify modal replit deta", subcommands: "deploy,publish"},
	{programs: "wrangler flyctl fly", subcommands: "r2 object put,kv key put,secret put,secrets set"},
	{programs: "lerna nx changeset semantic-release release-it np vsce ovsx jsr rush auto", subcommands: "publish,release,version,unpublish"},
	{programs: "semantic-release release-it np", subcommands: "*"},
	{programs: "cargo", subcommands: "publish,yank,owner,release,workspaces publish"},
	{programs: "poetry uv hatch flit pdm maturin rye conda anaconda", subcommands: "publish,upload"},
	{programs: "twine", subcommands: "upload,register"},
	{programs: "gem", subcommands: "push,yank,owner"},
	{programs: "rake bundle", anywhere: "release release:* gem:push"},
	{programs: "setup.py", subcommands: "upload,register", anywhere: "upload"},
	{programs: "mvn mvnw mvnd", anywhere: "jib:build docker:push dockerfile:push *:push *build-image.publish=true deploy deploy:* *:deploy *:deploy-file release:* *:release *:perform site-deploy site:deploy scm-publish:* nexus-staging:*"},
	{programs: "gradle gradlew", anywhere: "publish publish* *:publish *:publish* upload* *:uploadArchives bintrayUpload closeAndRelease* *:closeAndRelease* --publishImage artifactoryPublish jib *:jib"},
	{programs: "sbt", anywhere: "publish publishSigned *publish *publishSigned release sonatypeRelease*"},
	{programs: "lein boot clj clojure", anywhere: "deploy push-jar :deploy"},
	{programs: "ant", anywhere: "deploy publish release"},
	{programs: "dotnet nuget", subcommands: "nuget push,nuget delete,push,delete", anywhere: "*:PublishContainer"},
	{programs: "docker podman buildah nerdctl", subcommands: "push,image push,manifest push,compose push,trust sign,plugin push,model push,stack deploy,buildx imagetools create", anywhere: "--push"},
	{programs: "docker-compose", subcommands: "push"},
	{programs: "ctr img earthly", subcommands: "images push,image push,push", anywhere: "--push"},
	{programs: "kaniko executor", anywhere: "--destination --destination=*"},
	{programs: "sam", subcommands: "deploy,publish,sync"},
	{programs: "docker podman nerdctl buildctl", anywhere: "*type=registry* *,push=true *type=image,*push=true*"},
	{programs: "ko", subcommands: "build,publish,apply,resolve,create"},
	{programs: "skopeo crane oras regctl", subcommands: "copy,sync,push,delete,append,tag,cp,image copy,mutate,rebase"},
	{programs: "cosign notation", subcommands: "sign,attach,attest,upload"},
	{programs: "goreleaser", subcommands: "release,publish,announce,continue"},
	{programs: "helm", subcommands: "push,cm-push,registry push,chart push,repo push"},
	{programs: "cr", subcommands: "upload,index"},
	{programs: "gh", subcommands: "release create,release upload,release delete,release edit,repo delete,repo create,repo archive,repo rename,repo edit,pr merge,gist create,gist delete,gist edit,secret set,secret delete,variable set,workflow run,run delete,cache delete,issue delete,label delete,ssh-key add,gpg-key add"},
	{programs: "gh", subcommands: "pr close,issue transfer,extension install,repo transfer,repo sync"},
	{programs: "glab", subcommands: "release create,release upload,release delete,repo delete,repo create,repo transfer,repo archive,mr merge,mr delete,snippet create,variable set,issue delete,ci run,ci trigger"},
	{programs: "hub tea", subcommands: "release create,release delete,release edit,delete,releases create,releases delete,pr merge,pulls merge"},
	{programs: "vercel now netlify surge wrangler firebase flyctl fly heroku railway render gcloud eb amplify cap kamal dokku gh-pages mkdocs sls serverless wasp sst expo eas fastlane", subcommands: "deploy,publish,--prod,app deploy,functions deploy,run deploy,pages deploy,pages publish,up,rollback,gh-deploy,submit,update,release,production deploy,deliver,pilot upload,supply,container:push,container:release,workers publish,d1 execute"},
	{programs: "gh-pages surge", subcommands: "*", anywhere: "-d --dist"},
	{programs: "vercel", anywhere: "--prod"},
	{programs: "pod", subcommands: "trunk push,trunk delete,trunk deprecate,repo push"},
	{programs: "xcrun", subcommands: "altool,notarytool submit"},
	{programs: "dart flutter pub", subcommands: "pub publish,publish,pub lish"},
	{programs: "mix", subcommands: "hex.publish,hex.retire,hex.owner"},
	{programs: "rebar3", subcommands: "hex publish,hex retire"},
	{programs: "cabal stack", subcommands: "upload"},
	{programs: "luarocks opam", subcommands: "upload,publish"},
	{programs: "composer", subcommands: "publish"},
	{programs: "conan vcpkg", subcommands: "upload"},
	{programs: "nix cachix", subcommands: "copy,push,upload"},
	{programs: "snapcraft charmcraft rockcraft", subcommands: "upload,release,push,promote"},
	{programs: "flatpak-builder", anywhere: "--repo"},
	{programs: "cpan-upload cpan_upload uploadcare dput dupload debrelease", subcommands: "*"},
	{programs: "huggingface-cli hf", subcommands: "upload,upload-large-folder,repo create,repo delete,delete"},
	{programs: "packer", subcommands: "push"},
	{programs: "vagrant", subcommands: "cloud publish,push"},
	{programs: "ansible-galaxy", subcommands: "publish,collection publish,role import,role delete"},
	{programs: "terraform", subcommands: "push"},
	{programs: "buf", subcommands: "push"},
	{programs: "git", subcommands: "send-email,svn dcommit,p4 submit"},
	{programs: "svn", subcommands: "commit,ci,import"},
	{programs: "hg", subcommands: "push"},
	{programs: "bazel bazelisk", subcommands: "run *push,run *:publish,run *:deploy", anywhere: "*:push *:publish *:deploy"},
	{programs: "make gmake ninja just task mage", anywhere: "publish release deploy"},
}

// hasProgram reports whether the publisher is about the program of that name.
func (p publisher) hasProgram(name string) bool { return matchesAny(p.programs, name) }

// matches reports whether the arguments publish or withdraw something. A dry run
// does not, and neither does a request for help.
func (p publisher) matches(args []string) bool {
	if hasAny("--dry-run", "--help", "-h", "--snapshot", "--skip-publish")(args) {
		return false
	}
	if p.subcommands == "*" || p.subcommands != "" && hasSubcommand(strings.Split(p.subcommands, ",")...)(args) {
		return true
	}
	return slices.ContainsFunc(args, func(arg string) bool {
		for each := range strings.FieldsSeq(p.anywhere) {
			if matchesPattern(each, arg) && !strings.HasSuffix(arg, "MavenLocal") {
				return true
			}
		}
		return false
	})
}
