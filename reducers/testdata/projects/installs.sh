#!/bin/bash
# The recordings of apt, npm, pnpm and yarn; as root. The projects are those of the archives here,
# unpacked below /tmp/rec.
. "$(dirname "$(realpath "$0")")/rec.sh"
V="apt 2.6.1 of Debian 12"
rec apt/update "$V" "apt-get update"
rec apt/install "$V" "DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends cowsay tree figlet"
rec apt/install_again "$V" "apt-get install -y cowsay"
rec apt/remove "$V" "apt-get remove -y cowsay figlet tree"
rec apt/install_missing "$V" "apt-get install -y no-such-package-at-all"
export npm_config_update_notifier=false
rm -rf /tmp/rec/npm; mkdir -p /tmp/rec/npm/app && cd /tmp/rec/npm/app
echo '{"name":"app","version":"1.0.0","private":true,"dependencies":{"request":"2.88.2","glob":"7.2.3"},"devDependencies":{"rimraf":"3.0.2"}}' > package.json
V="npm 11.19.1 on node 20.20.2, an app with request 2.88.2, glob 7.2.3 and rimraf 3.0.2"
rec npm/install "$V" "npm install"
rec npm/install_again "$V" "npm i"
rm -rf node_modules; rec npm/ci "$V" "npm ci"
rec npm/ls "$V" "npm ls --all"
rec npm/audit "$V" "npm audit"
rec npm/install_verbose "$V" "rm -rf node_modules && npm install --loglevel http"
mkdir ../peer && cd ../peer && echo '{"name":"peer","version":"1.0.0","dependencies":{"react":"18.2.0","react-dom":"17.0.2"}}' > package.json
rec npm/install_conflict "npm 11.19.1, an app with react 18.2.0 and react-dom 17.0.2" "npm install"
rec npm/ci_no_lock "npm 11.19.1, an app without a lock file" "npm ci"
rec npm/run_missing "npm 11.19.1" "npm run nosuchscript"
mkdir ../tools && cd ../tools && npm init -y >/dev/null && npm i pnpm@9 yarn@1 >/dev/null 2>&1; export PATH=/tmp/rec/npm/tools/node_modules/.bin:$PATH
cp -r ../app ../papp; cd ../papp; rm -rf node_modules package-lock.json
V="pnpm $(pnpm --version), the app of npm/install"
rec pnpm/install "$V" "pnpm install"
rec pnpm/install_frozen "$V" "rm -rf node_modules; pnpm install --frozen-lockfile"
rec pnpm/missing_script "$V" "pnpm test"
mkdir ../ptest && cd ../ptest && cp /tmp/rec/js/node/price.test.js . && echo '{"name":"p","version":"1.0.0","scripts":{"test":"node --test"}}' > package.json
rec pnpm/test "pnpm $(pnpm --version), projects/js.txtar (node), its script is node --test" "pnpm test"
V="yarn $(yarn --version)"
rec yarn/test "$V, projects/js.txtar (node), its script is node --test" "yarn test"
cp -r ../app ../yapp; cd ../yapp; rm -rf node_modules package-lock.json
rec yarn/install "$V, the app of npm/install" "yarn install"
rec yarn/install_again "$V, the app of npm/install" "yarn"
rec yarn/missing_script "$V" "yarn run nosuchscript"
