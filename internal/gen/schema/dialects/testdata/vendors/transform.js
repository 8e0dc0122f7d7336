// Reads a JSON array of {dialect, tool, schema} from standard input, and transforms
// each schema with the SDK of its vendor. Prints a line for each schema that the SDK
// changes or refuses.
'use strict';

const { isDeepStrictEqual } = require('node:util');
const { toStrictJsonSchema } = require('openai/lib/transform');
const { transformJSONSchema } = require('@anthropic-ai/sdk/lib/transform-json-schema');

const transformers = {
  'openai-strict': toStrictJsonSchema,
  'anthropic-strict': transformJSONSchema,
};

const cases = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
let done = 0;
for (const { dialect, tool, schema } of cases) {
  try {
    const out = transformers[dialect](schema);
    if (!isDeepStrictEqual(out, schema)) {
      console.log(`${dialect}: ${tool}: changed\n  from ${JSON.stringify(schema)}\n  to   ${JSON.stringify(out)}`);
    }
    done++;
  } catch (err) {
    console.log(`${dialect}: ${tool}: ${err.message}`);
  }
}
console.log(`${done} of ${cases.length} schemas transformed`);
