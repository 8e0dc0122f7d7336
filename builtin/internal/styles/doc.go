// Package styles reports which elements of a page are hidden by its CSS: by the
// style sheets inside the page and by the style attributes of elements.
//
// The input is CSS and a parsed page; attackers may control both. The output is,
// for each element, whether its text is invisible on a screen: display: none, no
// opacity, tiny letters, positions off the screen, letters in the colour of their
// background and so on. The declarations of all rules that match an element are
// ordered by importance, specificity and position, as in browsers.
//
// A declaration with a value that this package does not know never replaces one
// that hides text. A rule is ignored when it depends on the size of the window, on
// a container, on the user or on a printer, or when its selector is not
// supported. Variables and inherited styles are not computed: the caller must
// remove a hidden element together with its content.
//
// Time and memory are limited by the length of the CSS, the number of elements,
// and a budget of steps for matching. A Sheet must not be used by several
// goroutines at the same time.
package styles
