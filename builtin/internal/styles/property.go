package styles

// property is a longhand property that can hide text.
type property uint8

const (
	display property = iota
	visibility
	contentVisibility
	opacity
	fontSize
	textIndent
	left
	top
	right
	bottom
	marginLeft
	marginTop
	clip
	clipPath
	transform
	scale
	translate
	filter
	textFill
	// A size hides only the content that overflows, and only if the overflow is
	// hidden.
	width
	height
	maxWidth
	maxHeight
	overflowX
	overflowY
	// A colour hides text where it is equal to that of the background.
	foreground
	background
	propertyCount

	noProperty = propertyCount // of a side that cannot hide text
)

// definition says how a property of CSS is read.
type definition struct {
	read      reader
	longhands []property
	isBox     bool // each longhand has a value of its own
}

func one(p property, read reader) definition { return definition{read, []property{p}, false} }

// properties are the properties of CSS that can hide text. Logical ones are those
// of text from left to right.
var properties = map[string]definition{
	"display":                 one(display, keywords("none", "block inline flow flow-root flex grid table list-item contents run-in ruby inline-block inline-flex inline-grid inline-table table-row table-cell table-row-group table-header-group table-footer-group table-column table-column-group table-caption ruby-base ruby-text -webkit-box -webkit-inline-box -webkit-flex")),
	"visibility":              one(visibility, keywords("hidden collapse", "visible")),
	"content-visibility":      one(contentVisibility, keywords("hidden", "visible auto")),
	"opacity":                 one(opacity, readOpacity),
	"font-size":               one(fontSize, readFontSize),
	"font":                    one(fontSize, readFont),
	"text-indent":             one(textIndent, readOffset),
	"left":                    one(left, readOffset),
	"top":                     one(top, readOffset),
	"right":                   one(right, readOffset),
	"bottom":                  one(bottom, readOffset),
	"inset-inline-start":      one(left, readOffset),
	"inset-block-start":       one(top, readOffset),
	"inset":                   {readOffset, []property{top, right, bottom, left}, true},
	"margin-left":             one(marginLeft, readOffset),
	"margin-inline-start":     one(marginLeft, readOffset),
	"margin-top":              one(marginTop, readOffset),
	"margin-block-start":      one(marginTop, readOffset),
	"margin":                  {readOffset, []property{marginTop, noProperty, noProperty, marginLeft}, true},
	"clip":                    one(clip, readClip),
	"clip-path":               one(clipPath, readClipPath),
	"-webkit-clip-path":       one(clipPath, readClipPath),
	"transform":               one(transform, readTransform),
	"-webkit-transform":       one(transform, readTransform),
	"scale":                   one(scale, readScale),
	"translate":               one(translate, readTranslate),
	"filter":                  one(filter, readFilter),
	"-webkit-text-fill-color": one(textFill, readColor),
	"color":                   one(foreground, readColor),
	"background-color":        one(background, readBackground),
	"background":              one(background, readBackground),
	"width":                   one(width, readSize),
	"height":                  one(height, readSize),
	"max-width":               one(maxWidth, readSize),
	"max-height":              one(maxHeight, readSize),
	"inline-size":             one(width, readSize),
	"block-size":              one(height, readSize),
	"max-inline-size":         one(maxWidth, readSize),
	"max-block-size":          one(maxHeight, readSize),
	"overflow-x":              one(overflowX, keywords("hidden clip", "visible auto scroll overlay")),
	"overflow-y":              one(overflowY, keywords("hidden clip", "visible auto scroll overlay")),
	"overflow":                {keywords("hidden clip", "visible auto scroll overlay"), []property{overflowX, overflowY}, true},
}
