// Package reducers shortens the results of tools without losing what matters:
// a reducer for each of the built-in tools whose results grow long, and passes
// that make one for any other tool (For).
//
// What goes in is a result and the arguments of its call, what comes out is the
// same result with a shorter text. Only the text that the model sees changes:
// structured content, parts, cost, code and all else are left as they are. No model is
// called, nothing is read or written, nothing depends on the time.
//
// # Contract
//
// Of every text, also one made to resist:
//   - It never gets longer, in bytes or in code points.
//   - Reducing it twice is reducing it once. A reducer is applied to its own
//     result until that stays; a text that does not settle in six rounds is
//     left as it is.
//   - Notices of cut texts, "[truncated — N chars total…]", stay, and so do lines
//     that tell an exit status, but those of pages, files and searches.
//   - Time and memory are a small multiple of its length.
//   - No failure of a test is lost where its runner is known: neither
//     its name nor its message, of which single lines of more than 4000
//     characters may be cut inside when the text is over 8 KB.
//
// What is left out is told in its place, "[… 12 more files left out]", or at the
// end, "[left out: 240 passing tests, 12 packages ok]".
//
// Reducers and passes are safe for concurrent use.
//
// # Figures
//
// The folder testdata has 169 outputs of real programs, most of them short, with how
// each was made and what must stay of it. TestCorpus proves the contract on them and logs each
// figure. Median reductions in bytes, and how many outputs they are of:
//
//	over 8 KB    91 %   27        go test     67 %   34
//	1 to 8 KB    27 %   63        cargo       59 %   12
//	up to 1 KB    1 %   78        jest        42 %    9
//	all          30 %  168        vitest      20 %    8
//	                              pytest      21 %   18
//	                              git          2 %   36
//
// All of them together have 998 KB, of which 225 KB are left.
package reducers
