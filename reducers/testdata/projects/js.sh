#!/bin/bash
# The recordings of jest, vitest, Node's runner, tsc and eslint. The projects are those of the archives here,
# unpacked below /tmp/rec.
. "$(dirname "$(realpath "$0")")/rec.sh"
export PATH=/tmp/rec/js/node_modules/.bin:$PATH NO_UPDATE_NOTIFIER=1 npm_config_update_notifier=false
V="jest 29.7.0 on node 20.20.2, projects/js.txtar (jest)"
cd /tmp/rec/js/jest
rec jest/fail "$V" "npx jest"
rec jest/fail_verbose "$V" "npx jest --verbose price sum"
rec jest/fail_color "$V" "npx jest --colors price"
rec jest/pass "$V" "npx jest sum loud"
rec jest/pass_verbose "$V" "npx jest --verbose sum"
rec jest/json "$V" "npx jest --json sum 2>/dev/null"
rec jest/coverage "$V" "npx jest --coverage sum price"
rec jest/npm_test "$V, npm 11.19.1" "npm test"
rec jest/npm_test_pass "$V, npm 11.19.1" "npm test -- sum"
V="vitest 2.1.9 on node 20.20.2, projects/js.txtar (vitest)"
cd ../vitest
rec vitest/fail "$V" "npx vitest run"
rec vitest/fail_verbose "$V" "npx vitest run --reporter=verbose price sum"
rec vitest/pass "$V" "npx vitest run sum loud"
rec vitest/pass_verbose "$V" "npx vitest run --reporter verbose sum"
rec vitest/fail_color "$V" "FORCE_COLOR=1 npx vitest run price"
rec vitest/npm_test "$V, npm 11.19.1" "npm test"
rec vitest/npm_silent "$V, npm 11.19.1" "npm run -s test"
rec vitest/tap "$V" "npx vitest run --reporter=tap price"
cd ../node
rec node/test_spec "node 20.20.2's own test runner, projects/js.txtar (node)" "node --test --test-reporter=spec"
rec node/test_tap "node 20.20.2's own test runner, projects/js.txtar (node)" "node --test --test-reporter=tap"
cd ../ts
V="typescript $(tsc --version | cut -d' ' -f2), projects/js.txtar (ts)"
rec tsc/fail "$V" "npx tsc"
rec tsc/fail_pretty "$V" "npx tsc --pretty"
rec tsc/pass "$V" "npx tsc good.ts --noEmit --listFiles --ignoreConfig"
cd ../lint
V="eslint 8.57.1, projects/js.txtar (lint)"
rec eslint/stylish "$V" "npx eslint ."
rec eslint/unix "$V" "npx eslint -f unix ."
