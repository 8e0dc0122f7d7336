package decode_test

import "github.com/toolgen/toolgen/runtime/decode"

type badge struct {
	Name  string `json:"name"`
	Color string `json:"color"`
	Hint  string `json:"hint,omitempty"`
}

type phase struct {
	Number int    `json:"number"`
	Title  string `json:"title"`
	Due    string `json:"due,omitempty"`
}

type urgency string

type step struct {
	ID      int      `json:"id"`
	Title   string   `json:"title"`
	Done    bool     `json:"done"`
	Urgency urgency  `json:"urgency"`
	Owner   *string  `json:"owner,omitempty"`
	Days    float64  `json:"days"`
	Tags    []string `json:"tags,omitempty"`
}

type planArgs struct {
	Owner     string            `json:"owner"`
	Project   string            `json:"project"`
	Title     string            `json:"title"`
	Notes     string            `json:"notes,omitempty"`
	Draft     bool              `json:"draft,omitempty"`
	Phase     *phase            `json:"phase,omitempty"`
	Badges    []badge           `json:"badges,omitempty"`
	Reviewers []string          `json:"reviewers,omitempty"`
	Steps     []step            `json:"steps"`
	Labels    map[string]string `json:"labels,omitempty"`
	Counts    map[string]int    `json:"counts,omitempty"`
}

var urgencyValues = []string{"low", "medium", "high", "urgent"}

var badgeType = decode.Type{Kind: decode.KindStruct, Fields: []decode.Field{
	{Key: `"name":`, Type: &decode.Type{Kind: decode.KindString, Limits: "minLength=1,maxLength=50"}, Required: true},
	{Key: `"color":`, Type: &decode.Type{Kind: decode.KindString, Limits: "minLength=6,maxLength=6"}, Required: true},
	{Key: `"hint":`, Type: &decode.Type{Kind: decode.KindString, Limits: "maxLength=100"}},
}}

var phaseType = decode.Type{Kind: decode.KindStruct, Fields: []decode.Field{
	{Key: `"number":`, Type: &decode.Type{Kind: decode.KindInt, Limits: "minimum=1"}, Required: true},
	{Key: `"title":`, Type: &decode.Type{Kind: decode.KindString, Limits: "minLength=1"}, Required: true},
	{Key: `"due":`, Type: &decode.Type{Kind: decode.KindString}},
}}

var stepType = decode.Type{Kind: decode.KindStruct, Fields: []decode.Field{
	{Key: `"id":`, Type: &decode.Type{Kind: decode.KindInt, Limits: "minimum=1"}, Required: true},
	{Key: `"title":`, Type: &decode.Type{Kind: decode.KindString, Limits: "minLength=1,maxLength=200"}, Required: true},
	{Key: `"done":`, Type: &decode.Type{Kind: decode.KindBool}, Required: true},
	{Key: `"urgency":`, Type: &decode.Type{Kind: decode.KindString, Rules: &decode.Rules{Enum: urgencyValues}}, Required: true},
	{Key: `"owner":`, Type: &decode.Type{Kind: decode.KindString}},
	{Key: `"days":`, Type: &decode.Type{Kind: decode.KindFloat, Limits: "minimum=0,maximum=1000"}, Required: true},
	{Key: `"tags":`, Type: &decode.Type{Kind: decode.KindSlice, Elem: &decode.Type{Kind: decode.KindString}, Limits: "maxItems=10"}},
}}

var planArgsType = decode.Type{Kind: decode.KindStruct, Fields: []decode.Field{
	{Key: `"owner":`, Type: &decode.Type{Kind: decode.KindString, Limits: "minLength=1,maxLength=39"}, Required: true},
	{Key: `"project":`, Type: &decode.Type{Kind: decode.KindString, Limits: "minLength=1,maxLength=100"}, Required: true},
	{Key: `"title":`, Type: &decode.Type{Kind: decode.KindString, Limits: "minLength=1,maxLength=256"}, Required: true},
	{Key: `"notes":`, Type: &decode.Type{Kind: decode.KindString, Limits: "maxLength=65536"}},
	{Key: `"draft":`, Type: &decode.Type{Kind: decode.KindBool}},
	{Key: `"phase":`, Type: &phaseType},
	{Key: `"badges":`, Type: &decode.Type{Kind: decode.KindSlice, Elem: &badgeType, Limits: "maxItems=20"}},
	{Key: `"reviewers":`, Type: &decode.Type{Kind: decode.KindSlice, Elem: &decode.Type{Kind: decode.KindString}, Limits: "maxItems=10"}},
	{Key: `"steps":`, Type: &decode.Type{Kind: decode.KindSlice, Elem: &stepType, Limits: "minItems=1,maxItems=100"}, Required: true},
	{Key: `"labels":`, Type: &decode.Type{Kind: decode.KindMap, Elem: &decode.Type{Kind: decode.KindString}}},
	{Key: `"counts":`, Type: &decode.Type{Kind: decode.KindMap, Elem: &decode.Type{Kind: decode.KindInt}}},
}}

func decodeBadge(d *decode.D, i int, v *badge) int {
	property, i, seen := d.Object(i, &badgeType)
	for ; property >= 0; property, i, seen = d.Property(i, property, seen, &badgeType) {
		switch property {
		case 0:
			i = decode.String(d, i, &v.Name)
			i = decode.MinLength(i, v.Name, 1)
			i = decode.MaxLength(i, v.Name, 50)
		case 1:
			i = decode.String(d, i, &v.Color)
			i = decode.MinLength(i, v.Color, 6)
			i = decode.MaxLength(i, v.Color, 6)
		case 2:
			i = decode.String(d, i, &v.Hint)
			i = decode.MaxLength(i, v.Hint, 100)
		}
	}
	const required = 1<<0 | 1<<1
	if seen&required != required {
		return -1
	}
	return i
}

func decodePhase(d *decode.D, i int, v *phase) int {
	property, i, seen := d.Object(i, &phaseType)
	for ; property >= 0; property, i, seen = d.Property(i, property, seen, &phaseType) {
		switch property {
		case 0:
			i = decode.Int(d, i, &v.Number)
			i = decode.Minimum(i, v.Number, 1)
		case 1:
			i = decode.String(d, i, &v.Title)
			i = decode.MinLength(i, v.Title, 1)
		case 2:
			i = decode.String(d, i, &v.Due)
		}
	}
	const required = 1<<0 | 1<<1
	if seen&required != required {
		return -1
	}
	return i
}

func decodeStep(d *decode.D, i int, v *step) int {
	property, i, seen := d.Object(i, &stepType)
	for ; property >= 0; property, i, seen = d.Property(i, property, seen, &stepType) {
		switch property {
		case 0:
			i = decode.Int(d, i, &v.ID)
			i = decode.Minimum(i, v.ID, 1)
		case 1:
			i = decode.String(d, i, &v.Title)
			i = decode.MinLength(i, v.Title, 1)
			i = decode.MaxLength(i, v.Title, 200)
		case 2:
			i = decode.Bool(d, i, &v.Done)
		case 3:
			i = decode.Enum(d, i, &v.Urgency, urgencyValues)
		case 4:
			i = decode.StringPointer(d, i, &v.Owner)
		case 5:
			i = decode.Float(d, i, &v.Days)
			i = decode.Minimum(i, v.Days, 0)
			i = decode.Maximum(i, v.Days, 1000)
		case 6:
			i = decode.Strings(d, i, &v.Tags, 0, 10)
		}
	}
	const required = 1<<0 | 1<<1 | 1<<2 | 1<<3 | 1<<5
	if seen&required != required {
		return -1
	}
	return i
}

func decodePlanArgs(d *decode.D, i int, v *planArgs) int {
	property, i, seen := d.Object(i, &planArgsType)
	for ; property >= 0; property, i, seen = d.Property(i, property, seen, &planArgsType) {
		switch property {
		case 0:
			i = decode.String(d, i, &v.Owner)
			i = decode.MinLength(i, v.Owner, 1)
			i = decode.MaxLength(i, v.Owner, 39)
		case 1:
			i = decode.String(d, i, &v.Project)
			i = decode.MinLength(i, v.Project, 1)
			i = decode.MaxLength(i, v.Project, 100)
		case 2:
			i = decode.String(d, i, &v.Title)
			i = decode.MinLength(i, v.Title, 1)
			i = decode.MaxLength(i, v.Title, 256)
		case 3:
			i = decode.String(d, i, &v.Notes)
			i = decode.MaxLength(i, v.Notes, 65536)
		case 4:
			i = decode.Bool(d, i, &v.Draft)
		case 5:
			i = decode.Pointer(d, i, &v.Phase, decodePhase)
		case 6:
			i = decode.Slice(d, i, &v.Badges, 0, 20, decodeBadge)
		case 7:
			i = decode.Strings(d, i, &v.Reviewers, 0, 10)
		case 8:
			i = decode.Slice(d, i, &v.Steps, 1, 100, decodeStep)
		case 9:
			i = decode.Map(d, i, &v.Labels, decode.String)
		case 10:
			i = decode.Map(d, i, &v.Counts, decode.Int)
		}
	}
	const required = 1<<0 | 1<<1 | 1<<2 | 1<<8
	if seen&required != required {
		return -1
	}
	return i
}

func decodePlan(d *decode.D) any { return withScratch(d, &planArgsType, decodePlanArgs) }

// withScratch does the same as decode.Arguments for types with slices of strings
// or pointers to strings or booleans. Generated code repeats these lines for each
// type.
func withScratch[T any](d *decode.D, described *decode.Type, read func(d *decode.D, i int, v *T) int) any {
	for i := d.Begin(described); i >= 0; i = d.Begin(described) {
		v := new(decode.WithScratch[T])
		if d.AtEnd(read(d, d.Scratch(i, &v.Scratch), &v.Value)) {
			return &v.Value
		}
	}
	return nil
}
