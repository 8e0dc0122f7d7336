// Package reducers shortens the results of tools without losing what matters.
// It has a reducer for each of the built-in tools that return long results, and
// For, which makes a reducer for another tool from passes.
//
// A reducer gets a result and the arguments of its call, and returns the same
// result with a shorter text. It changes only the text that the model sees:
// structured content, parts, cost, code and all other fields remain as they are.
// A reducer calls no model, reads and writes no files, and does not depend on
// the time.
//
// # Contract
//
// These statements are true for every text:
//   - The text does not get longer, in bytes or in code points.
//   - A reducer is idempotent. It is applied to its own result until the text
//     no longer changes; a text that still changes after six rounds is returned
//     as it was.
//   - Notices of cut texts, "[N chars omitted; call read_result with handle r3]",
//     are kept. So are lines that report an exit status, except in pages, files and
//     searches.
//   - Time and memory are a small multiple of the length of the text.
//   - No failed test is lost when its test runner is known: its name and its
//     message are kept. A single line of the message that has more than 4000
//     code points may be cut in the middle when the text is over 8 KB.
//
// A mark replaces what is left out, such as "[12 more files omitted]", or the last
// line counts it, such as "[240 passing tests, 12 packages ok omitted]". The runtime
// stores the full text, and adds a notice with its handle. A reduction that saves
// less than 100 code points, and thus hardly more than the notice needs, is not
// made; escape sequences, overwritten text and repeated lines, which no reader
// needs, are removed nevertheless.
//
// Reducers and passes are safe for concurrent use.
//
// # Figures
//
// The directory testdata has 169 outputs of real programs, most of them short,
// with the way in which each was made and the lines that must be kept. TestCorpus
// checks the contract on them. These are the median reductions in bytes, and the
// number of outputs, which TestFigures checks:
//
//	over 8 KB    91 %   27        go test     68 %   34
//	1 to 8 KB    27 %   63        cargo       59 %   12
//	up to 1 KB    0 %   78        jest        42 %    9
//	all           5 %  168        vitest      20 %    8
//	                              pytest       6 %   18
//	                              git          0 %   36
//
// All outputs together have 998 KB, of which 300 KB are left.
package reducers
