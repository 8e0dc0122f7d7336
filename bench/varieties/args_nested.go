package varieties

// Matrix has rows of numbers.
type Matrix struct {
	Rows [][]float64 `json:"rows"`
}

// Issue has few required and many optional properties of several kinds.
type Issue struct {
	Title    string   `json:"title" jsonschema:"minLength=1"`
	Body     string   `json:"body,omitzero"`
	Labels   []string `json:"labels,omitzero"`
	State    string   `json:"state,omitzero" jsonschema:"enum=open,enum=closed,default=open"`
	Page     int      `json:"page,omitzero" jsonschema:"minimum=1,default=1"`
	Since    *string  `json:"since,omitzero"`
	Draft    *bool    `json:"draft,omitzero"`
	Priority *int     `json:"priority,omitzero"`
	Weight   float64  `json:"weight,omitzero"`
}

// Groups has a map of lists.
type Groups struct {
	Groups map[string][]string `json:"groups"`
}

// Servers has a map of structs.
type Servers struct {
	Servers map[string]Server `json:"servers"`
}

// Server is a host and a port.
type Server struct {
	Host string `json:"host"`
	Port int    `json:"port" jsonschema:"minimum=1,maximum=65535"`
	TLS  bool   `json:"tls,omitzero"`
}

// Drawing has a union of five variants.
type Drawing struct {
	Title  string  `json:"title"`
	Shapes []Shape `json:"shapes"`
}

// Shape is a shape.
//
//tool:union type
type Shape interface{ isShape() }

// Circle has a radius.
type Circle struct {
	Radius float64 `json:"radius"`
}

// Square has a side.
type Square struct {
	Side float64 `json:"side"`
}

// Label is a text.
type Label struct {
	Text string `json:"text"`
	Size int    `json:"size,omitzero"`
}

// Group has names.
type Group struct {
	Names []string `json:"names"`
}

// Arrow is between two points.
type Arrow struct {
	From Point `json:"from"`
	To   Point `json:"to"`
}

func (*Circle) isShape() {}
func (*Square) isShape() {}
func (Label) isShape()   {}
func (Group) isShape()   {}
func (Arrow) isShape()   {}
