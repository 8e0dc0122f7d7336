package peers

import (
	"github.com/toolgen/toolgen/bench/shapes"

	"github.com/go-faster/jx"
)

// decodeJX uses hand-written decoders in the usual style of jx: a switch over the
// names, which skips unknown names.
func decodeJX(shapes.Set) (Calls, error) {
	return Calls{jxCall(jxClock), jxCall(jxGrep), jxCall(jxPlan)}, nil
}

// jxCall returns a Call for a decoder.
func jxCall[T any](f func(*jx.Decoder, *T) error) Call {
	return func(text []byte) (Answer, error) {
		d := jx.GetDecoder()
		defer jx.PutDecoder(d)
		d.ResetBytes(text)
		args := new(T)
		err := f(d, args)
		return Answer{Args: args}, err
	}
}

func jxClock(d *jx.Decoder, v *shapes.ClockArgs) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		if string(key) == "zone" {
			return jxRead(&v.Zone, d.Str)
		}
		return d.Skip()
	})
}

func jxGrep(d *jx.Decoder, v *shapes.GrepArgs) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		switch string(key) {
		case "pattern":
			return jxRead(&v.Pattern, d.Str)
		case "mode":
			return jxRead((*string)(&v.Mode), d.Str)
		case "folder":
			return jxRead(&v.Folder, d.Str)
		case "include":
			return jxSlice(d, &v.Include, jxString)
		case "limit":
			return jxRead(&v.Limit, d.Int)
		case "context":
			return jxRead(&v.Context, d.Int)
		case "exact":
			return jxRead(&v.Exact, d.Bool)
		case "links":
			v.Links = new(bool)
			return jxRead(v.Links, d.Bool)
		default:
			return d.Skip()
		}
	})
}

func jxPlan(d *jx.Decoder, v *shapes.PlanArgs) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		switch string(key) {
		case "owner":
			return jxRead(&v.Owner, d.Str)
		case "project":
			return jxRead(&v.Project, d.Str)
		case "title":
			return jxRead(&v.Title, d.Str)
		case "notes":
			return jxRead(&v.Notes, d.Str)
		case "draft":
			return jxRead(&v.Draft, d.Bool)
		case "phase":
			v.Phase = new(shapes.Phase)
			return jxPhase(d, v.Phase)
		case "badges":
			return jxSlice(d, &v.Badges, jxBadge)
		case "reviewers":
			return jxSlice(d, &v.Reviewers, jxString)
		case "steps":
			return jxSlice(d, &v.Steps, jxStep)
		case "labels":
			return jxMap(d, &v.Labels, d.Str)
		case "counts":
			return jxMap(d, &v.Counts, d.Int)
		default:
			return d.Skip()
		}
	})
}

func jxPhase(d *jx.Decoder, v *shapes.Phase) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		switch string(key) {
		case "number":
			return jxRead(&v.Number, d.Int)
		case "title":
			return jxRead(&v.Title, d.Str)
		case "due":
			return jxRead(&v.Due, d.Str)
		default:
			return d.Skip()
		}
	})
}

func jxBadge(d *jx.Decoder, v *shapes.Badge) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		switch string(key) {
		case "name":
			return jxRead(&v.Name, d.Str)
		case "color":
			return jxRead(&v.Color, d.Str)
		case "hint":
			return jxRead(&v.Hint, d.Str)
		default:
			return d.Skip()
		}
	})
}

func jxStep(d *jx.Decoder, v *shapes.Step) error {
	return d.ObjBytes(func(d *jx.Decoder, key []byte) error {
		switch string(key) {
		case "id":
			return jxRead(&v.ID, d.Int)
		case "title":
			return jxRead(&v.Title, d.Str)
		case "done":
			return jxRead(&v.Done, d.Bool)
		case "urgency":
			return jxRead((*string)(&v.Urgency), d.Str)
		case "owner":
			v.Owner = new(string)
			return jxRead(v.Owner, d.Str)
		case "days":
			return jxRead(&v.Days, d.Float64)
		case "tags":
			return jxSlice(d, &v.Tags, jxString)
		default:
			return d.Skip()
		}
	})
}

func jxString(d *jx.Decoder, v *string) error { return jxRead(v, d.Str) }

// jxRead stores the value that read returns.
func jxRead[T any](v *T, read func() (T, error)) (err error) {
	*v, err = read()
	return err
}

func jxSlice[T any](d *jx.Decoder, v *[]T, item func(*jx.Decoder, *T) error) error {
	return d.Arr(func(d *jx.Decoder) error {
		var element T
		if err := item(d, &element); err != nil {
			return err
		}
		*v = append(*v, element)
		return nil
	})
}

func jxMap[T any](d *jx.Decoder, v *map[string]T, read func() (T, error)) error {
	*v = make(map[string]T)
	return d.Obj(func(_ *jx.Decoder, key string) error {
		element, err := read()
		(*v)[key] = element
		return err
	})
}
