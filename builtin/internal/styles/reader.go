package styles

import "github.com/tdewolff/parse/v2/css"

// maxBlocks is the maximum depth of nested rules. Deeper rules are ignored.
const maxBlocks = 16

// block is an open block of a style sheet.
type block struct {
	// selectors are those of the rule; none outside of rules.
	selectors    []string
	declarations []declaration
	isRule       bool
	isWeak       bool
}

// sheetReader splits a style sheet into rules (CSS Syntax, section 5).
type sheetReader struct {
	sheet   *Sheet
	text    string
	blocks  []block // those that are open; the first is the sheet itself
	ignored int     // blocks that are open and not read
	nested  brackets
	// The statement that is being read: its first token, and where it begins.
	// The kind is css.ErrorToken before its first token.
	first css.TokenType
	start int
}

// addToken reads the token between two offsets of the text.
func (r *sheetReader) addToken(kind css.TokenType, from, to int) {
	top := &r.blocks[len(r.blocks)-1]
	switch {
	case r.nested.add(kind):
		r.begin(kind, from)
	case kind == css.LeftBraceToken:
		r.open(from)
		r.end()
	case kind == css.RightBraceToken && r.ignored > 0:
		r.ignored--
		r.end()
	case kind == css.RightBraceToken && len(r.blocks) > 1:
		r.declare(from)
		r.close()
		r.end()
	case kind == css.SemicolonToken && (top.isRule || r.first == css.AtKeywordToken):
		r.declare(from)
		r.end()
	case (kind == css.CDOToken || kind == css.CDCToken) && len(r.blocks) == 1, isBlank(kind):
	default:
		r.begin(kind, from)
	}
}

// begin begins a statement, unless one is being read.
func (r *sheetReader) begin(kind css.TokenType, from int) {
	if r.first == css.ErrorToken {
		r.first, r.start = kind, from
	}
}

// end ends a statement.
func (r *sheetReader) end() { r.first = css.ErrorToken }

// statement returns the statement that ends at an offset.
func (r *sheetReader) statement(end int) string {
	if r.first == css.ErrorToken {
		return ""
	}
	return r.text[r.start:end]
}

// declare adds the statement as a declaration, if the block is that of a rule.
func (r *sheetReader) declare(end int) {
	top := &r.blocks[len(r.blocks)-1]
	if top.isRule && r.ignored == 0 {
		top.declarations = appendDeclaration(top.declarations, r.statement(end))
	}
}

// open opens a block. The statement before it is a selector or an at-rule.
func (r *sheetReader) open(end int) {
	statement, top := r.statement(end), &r.blocks[len(r.blocks)-1]
	opened := block{isRule: true, isWeak: top.isWeak}
	switch {
	case r.ignored > 0, len(r.blocks) > maxBlocks, r.first == css.CustomPropertyNameToken, r.first == css.AtKeywordToken && !isUnconditional(statement):
		r.ignored++
		return
	case r.first == css.AtKeywordToken:
		opened = block{selectors: top.selectors, isRule: top.isRule, isWeak: true}
	case top.isRule:
		opened.selectors = r.sheet.nest(top.selectors, split(statement))
	default:
		opened.selectors = split(statement)
	}
	r.flush(top) // what follows the nested rule comes after it
	r.blocks = append(r.blocks, opened)
}

// close closes the innermost block.
func (r *sheetReader) close() {
	last := len(r.blocks) - 1
	r.flush(&r.blocks[last])
	r.blocks = r.blocks[:last]
}

// flush adds the declarations of a block as a rule, and removes them from the
// block.
func (r *sheetReader) flush(b *block) {
	r.sheet.add(b)
	b.declarations = b.declarations[:0]
}

// finish closes the blocks that are open at the end of the text.
func (r *sheetReader) finish() {
	r.declare(len(r.text))
	for len(r.blocks) > 1 {
		r.close()
	}
}
