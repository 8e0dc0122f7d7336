const { describe, it } = require('node:test');
const assert = require('node:assert');
const { rounded } = require('../price.js');

describe('rounded', () => {
  it('goes down', () => assert.strictEqual(rounded(149), 100));
  it('goes up from a half', () => assert.strictEqual(rounded(150), 200));
  it('over the network', { skip: true }, () => {});
});
