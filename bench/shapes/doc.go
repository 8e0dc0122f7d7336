// Package shapes has three tools of different sizes, written like those of any user of
// toolgen, and the data for all peers: for each tool the text of one call, the struct
// with its arguments, and the generated schema.
package shapes
