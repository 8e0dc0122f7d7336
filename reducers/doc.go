// Package reducers is the home of the result reducers that come with toolgen:
// they shorten what a tool returned without losing what matters. There are
// none yet, and the runtime refuses to take any (runtime.UnsupportedError).
package reducers
