package subjects

// Action is a union of several types.
//
//tool:union type
type Action interface{ isAction() }

// Move declares its discriminator.
type Move struct {
	Type string `json:"type" jsonschema:"enum=move"`
	From int    `json:"from"`
	To   int    `json:"to,omitzero" jsonschema:"minimum=1,default=9"`
}

// Copy does not declare its discriminator, and is a pointer.
type Copy struct {
	Path string `json:"path" jsonschema:"minLength=1"`
	Next Action `json:"next,omitzero"`
}

// Batch contains actions.
type Batch struct {
	Actions []Action          `json:"actions" jsonschema:"maxItems=3"`
	Named   map[string]Action `json:"named,omitzero"`
	Pair    *[2]Action        `json:"pair"`
}

// Stop has no fields.
type Stop struct{}

// Odd has a discriminator that must be escaped.
type Odd struct {
	Level Level `json:"level"`
	Type  Slug  `json:"type" jsonschema:"enum=\"odd\\\\<é>"`
}

func (Move) isAction()  {}
func (*Copy) isAction() {}
func (Batch) isAction() {}
func (Stop) isAction()  {}
func (*Odd) isAction()  {}

// UnionsArgs has unions.
type UnionsArgs struct {
	First Action            `json:"first"`
	Maybe Action            `json:"maybe,omitzero"`
	Rest  []Action          `json:"rest,omitzero"`
	Named map[string]Action `json:"named,omitzero"`
	Pair  [2]Action         `json:"pair,omitzero"`
}

// Unions takes UnionsArgs.
//
//tool:register
func Unions(UnionsArgs) {}

// VariantsArgs has variants as fields.
type VariantsArgs struct {
	Move  Move           `json:"move"`
	Copy  *Copy          `json:"copy"`
	Batch Batch          `json:"batch,omitzero"`
	Stops []Stop         `json:"stops,omitzero"`
	Odd   map[string]Odd `json:"odd,omitzero"`
}

// Variants takes VariantsArgs.
//
//tool:register
func Variants(VariantsArgs) {}

// Expr is a formula.
//
//tool:union op
type Expr interface{ isExpr() }

// Sum is recursive through the union.
type Sum struct {
	Terms []Expr `json:"terms" jsonschema:"minItems=1"`
}

// Not is recursive through the union.
type Not struct {
	Of Expr `json:"of"`
}

// Constant is not recursive.
type Constant struct {
	Value int64 `json:"value"`
}

// Common is embedded in a variant.
type Common struct {
	Name Slug `json:"name,omitzero" jsonschema:"default=x"`
}

// Variable embeds Common.
type Variable struct {
	*Common
	Index uint8 `json:"index,omitzero"`
}

func (Sum) isExpr()       {}
func (*Not) isExpr()      {}
func (Constant) isExpr()  {}
func (*Variable) isExpr() {}

// FormulaArgs has formulas.
type FormulaArgs struct {
	Expr   Expr          `json:"expr"`
	Table  map[Kind]Expr `json:"table,omitzero"`
	Unique []Expr        `json:"unique,omitzero" jsonschema:"uniqueItems"`
}

// Formula takes FormulaArgs.
//
//tool:register
func Formula(FormulaArgs) {}

// Shape is a union whose variants all declare the discriminator, in different
// positions.
//
//tool:union kind
type Shape interface{ isShape() }

// Circle declares the discriminator last.
type Circle struct {
	Radius float32 `json:"radius" jsonschema:"exclusiveMinimum=0"`
	Kind   string  `json:"kind" jsonschema:"enum=circle"`
}

// Square declares the discriminator first.
type Square struct {
	Kind Slug `json:"kind" jsonschema:"enum=Square"`
	Side uint `json:"side"`
}

// Mixed embeds the discriminator, and contains a union.
type Mixed struct {
	Label
	Action Action  `json:"action,omitzero"`
	Shapes []Shape `json:"shapes,omitzero"`
}

// Label is embedded.
type Label struct {
	Kind string `json:"kind" jsonschema:"enum=mixed"`
	Text string `json:"text,omitempty"`
}

func (Circle) isShape() {}
func (Square) isShape() {}
func (Mixed) isShape()  {}

// ShapesArgs has shapes.
type ShapesArgs struct {
	Shape  Shape            `json:"shape"`
	Boxes  []Box[Shape]     `json:"boxes,omitzero"`
	Inside *Link[Shape]     `json:"inside"`
	Lists  map[int8][]Shape `json:"lists,omitzero"`
}

// Shapes takes ShapesArgs.
//
//tool:register
func Shapes(ShapesArgs) {}
