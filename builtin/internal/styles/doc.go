// Package styles reports which elements of a page its CSS hides: the style
// sheets inside the page and the style attributes of elements.
//
// What flows in is CSS and a parsed page, both written by strangers. What flows
// out is, for each element, whether a reader on a screen sees no text in it:
// display: none, no opacity, tiny letters, positions off the screen, letters in
// the colour of their background and so on. The declarations of all rules that
// match an element are sorted by importance, specificity and order, as browsers
// do.
//
// Where CSS is not understood, text is rather hidden than shown: a declaration
// whose value is unknown never replaces one that hides. Rules are ignored where
// they depend on the size of the window, a pointer, a container or a printer,
// where they use variables, and where cascadia does not know their selector. The
// styles that an element inherits are not computed: the caller removes a hidden
// element together with its content.
//
// Time and memory are bounded by the length of the CSS, by the number of
// elements, and by a budget of steps for matching. A Sheet must not be used by
// several goroutines at a time.
package styles
