// A linter of one rule, with the output of eslint's.
const fs = require('node:fs');
const path = require('node:path');
const file = path.resolve(process.argv[2] || 'price.js');
const found = [];
fs.readFileSync(file, 'utf8').split('\n').forEach((text, i) => {
  const at = text.indexOf('var ');
  if (at >= 0) found.push(`  ${i + 1}:${at + 1}  error  Unexpected var, use let or const instead  no-var`);
});
if (found.length > 0) {
  console.log(`\n${file}\n${found.join('\n')}\n\n✖ ${found.length} problems`);
  process.exit(1);
}
