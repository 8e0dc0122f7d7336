package schema_test

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"net"
	"net/netip"
	"reflect"
	"time"

	"github.com/toolgen/toolgen/internal/gen/schema/testdata/pairs"
)

// valueMaker makes values of Go types from bytes, as a function might return
// them. After the last byte, all values are zero.
type valueMaker struct {
	bytes  []byte
	custom map[reflect.Type]func(m *valueMaker) any
}

func newValueMaker(bytes []byte) *valueMaker { return &valueMaker{bytes, customValues()} }

// next returns a number less than n from the next byte.
func (m *valueMaker) next(n int) int {
	if len(m.bytes) == 0 {
		return 0
	}
	b := m.bytes[0]
	m.bytes = m.bytes[1:]
	return int(b) % n
}

// word returns 64 bits from the next bytes.
func (m *valueMaker) word() uint64 {
	var word [8]byte
	m.bytes = m.bytes[copy(word[:m.next(9)], m.bytes):]
	return binary.LittleEndian.Uint64(word[:])
}

func (m *valueMaker) text() string {
	n := min(m.next(12), len(m.bytes))
	text := string(m.bytes[:n])
	m.bytes = m.bytes[n:]
	return text
}

// customValues returns the functions that make values of types that fillKind
// cannot fill: types with their own form, and interfaces with a restricted set
// of values.
func customValues() map[reflect.Type]func(m *valueMaker) any {
	return map[reflect.Type]func(m *valueMaker) any{
		reflect.TypeFor[time.Time](): func(m *valueMaker) any {
			at := time.Unix(int64(m.word()%250_000_000_000)-60_000_000_000, int64(m.next(250))*4e6)
			return at.In(time.FixedZone("", (m.next(47)-23)*1800))
		},
		reflect.TypeFor[json.Number](): func(m *valueMaker) any {
			return json.Number([]string{"", "0", "-1.50", "1e3", "18446744073709551616", "2E-3"}[m.next(6)])
		},
		reflect.TypeFor[net.IP](): func(m *valueMaker) any {
			return []net.IP{nil, net.IPv4(1, 2, 3, 4), net.IPv6loopback, {10, 0, 0, 1}}[m.next(4)]
		},
		reflect.TypeFor[netip.Addr](): func(m *valueMaker) any {
			return []netip.Addr{{}, netip.AddrFrom4([4]byte{1, 2, 3, 4}), netip.MustParseAddr("fe80::1%eth0")}[m.next(3)]
		},
		reflect.TypeFor[pairs.Color](): func(m *valueMaker) any {
			var c pairs.Color
			if err := c.UnmarshalText(fmt.Appendf(nil, "#%02x", m.next(256))); err != nil {
				panic(err) // not reached: the text is valid
			}
			return c
		},
		reflect.TypeFor[pairs.Loose]():    func(m *valueMaker) any { return []any{nil, m.text(), m.next(9)}[m.next(3)] },
		reflect.TypeFor[pairs.Anything](): func(m *valueMaker) any { return m.anyJSON(3) },
		reflect.TypeFor[pairs.Shape](): func(m *valueMaker) any {
			square := &pairs.Square{Side: m.next(9), Kind: []string{"", "box", "oval"}[m.next(3)]}
			return []any{nil, pairs.Circle{Radius: float32(m.next(9))}, &pairs.Circle{}, square, (*pairs.Square)(nil), (*pairs.Circle)(nil)}[m.next(6)]
		},
		reflect.TypeFor[pairs.Expr](): func(m *valueMaker) any {
			switch m.next(3) {
			case 1:
				return pairs.Constant{Value: int64(m.word())}
			case 2:
				var sum pairs.Sum
				m.fill(reflect.ValueOf(&sum).Elem(), 4)
				return &sum
			}
			return nil
		},
	}
}

// fieldValues has the values for fields with a schema that is narrower than
// their type.
var fieldValues = map[string][]any{
	"SchemaOnField.F":     {json.RawMessage(nil), json.RawMessage(`{"a":1}`)},
	"SchemaOnDescribed.F": {nil, 1.5},
	"Forms.Raw":           {json.RawMessage(nil), json.RawMessage(`[]`), json.RawMessage(`[["a"],"b"]`)},
	"AnyOnField.F":        {nil, true, map[string]any{"a": nil}},
	"Containers.Raw":      {json.RawMessage(nil), json.RawMessage(`null`), json.RawMessage(`{"a":[1]}`)},
}

// anyJSON returns a JSON value with at most depth levels.
func (m *valueMaker) anyJSON(depth int) any {
	if depth == 0 {
		return nil
	}
	switch m.next(6) {
	case 1:
		return m.text()
	case 2:
		return float64(m.next(100)) / 4
	case 3:
		return []any{m.anyJSON(depth - 1), m.anyJSON(depth - 1)}
	case 4:
		return map[string]any{m.text(): m.anyJSON(depth - 1)}
	case 5:
		return true
	}
	return nil
}

// fill sets a value, and ignores enums. Values at more than depth levels are
// zero.
func (m *valueMaker) fill(v reflect.Value, depth int) {
	switch custom := m.custom[v.Type()]; {
	case depth == 0:
		return
	case custom != nil:
		if value := custom(m); value != nil {
			v.Set(reflect.ValueOf(value))
		}
	default:
		m.fillKind(v, depth-1)
	}
}

func (m *valueMaker) fillKind(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(m.text())
	case reflect.Bool:
		v.SetBool(m.next(2) == 1)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(m.word()))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(m.word())
	case reflect.Float32, reflect.Float64:
		if f := math.Float64frombits(m.word()); math.Abs(f) < math.MaxFloat32 {
			v.SetFloat(f)
		}
	case reflect.Pointer:
		if m.next(3) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			m.fill(v.Elem(), depth)
		}
	case reflect.Slice:
		if n := m.next(4); n > 0 {
			v.Set(reflect.MakeSlice(v.Type(), n-1, n-1))
		}
		m.items(v, depth)
	case reflect.Array:
		m.items(v, depth)
	case reflect.Map:
		m.entries(v, depth)
	case reflect.Struct:
		m.fields(v, depth)
	}
}

func (m *valueMaker) items(v reflect.Value, depth int) {
	for i := range v.Len() {
		m.fill(v.Index(i), depth)
	}
}

func (m *valueMaker) entries(v reflect.Value, depth int) {
	n := m.next(4)
	if n == 0 {
		return
	}
	v.Set(reflect.MakeMap(v.Type()))
	for range n - 1 {
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		m.fill(key, depth)
		m.fill(value, depth)
		v.SetMapIndex(key, value)
	}
}

func (m *valueMaker) fields(v reflect.Value, depth int) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		values, ok := fieldValues[v.Type().Name()+"."+f.Name]
		switch {
		case !f.IsExported():
		case ok:
			if value := reflect.ValueOf(values[m.next(len(values))]); value.IsValid() {
				v.Field(i).Set(value)
			}
		default:
			m.fill(v.Field(i), depth)
		}
	}
}
