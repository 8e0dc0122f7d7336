package pdf

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"encoding/ascii85"
	"io"
)

// decode returns the data of a stream without compression. Of damaged data it returns the
// beginning, and nil for an unknown compression.
func (r *reader) decode(s *stream) []byte {
	data := s.raw
	filters, parameters := r.list(s.dict["Filter"]), r.list(s.dict["DecodeParms"])
	if len(filters) > 4 {
		return nil
	}
	for i, filter := range filters {
		switch f := r.name(filter); f {
		case "FlateDecode", "Fl":
			data = inflate(data)
		case "ASCIIHexDecode", "AHx":
			data, _, _ = bytes.Cut(data, []byte(">"))
			data = unhex(data)
		case "ASCII85Decode", "A85":
			data, _, _ = bytes.Cut(bytes.TrimPrefix(bytes.TrimSpace(data), []byte("<~")), []byte("~>"))
			data = limited(ascii85.NewDecoder(bytes.NewReader(data)))
		default:
			r.lacking[string(text(f))] = true
			return nil
		}
		r.spend(&r.left.decoded, len(data))
		if i < len(parameters) {
			data = r.unpredict(data, r.dict(parameters[i]))
		}
	}
	return data
}

// list returns the values of an array, or a single value as a list.
func (r *reader) list(v any) []any {
	switch v := r.resolve(v).(type) {
	case nil:
		return nil
	case []any:
		return v
	default:
		return []any{v}
	}
}

// limited reads up to the limit or the first error.
func limited(from io.Reader) []byte {
	data, _ := io.ReadAll(io.LimitReader(from, maxStream)) // damaged data has a beginning
	return data
}

// inflate returns zlib data without compression, also without its header.
func inflate(data []byte) []byte {
	from, err := zlib.NewReader(bytes.NewReader(data))
	if err != nil {
		return limited(flate.NewReader(bytes.NewReader(data[min(2, len(data)):])))
	}
	return limited(from)
}

// unpredict undoes the predictors of PNG (RFC 2083, section 6), whose rows begin with a type.
func (r *reader) unpredict(data []byte, parameters dict) []byte {
	columns := max(1, r.integer(parameters["Columns"]))
	pixel := (max(1, r.integer(parameters["Colors"]))*valueOr(r.integer(parameters["BitsPerComponent"]), 8) + 7) / 8
	row := columns * pixel
	if r.integer(parameters["Predictor"]) < 10 || pixel > 64 || row > len(data) {
		return data
	}
	var out []byte
	above := make([]byte, row)
	for len(data) > row {
		kind, line := data[0], data[1:1+row]
		data = data[1+row:]
		for i := range line {
			var left, corner byte
			if i >= pixel {
				left, corner = line[i-pixel], above[i-pixel]
			}
			line[i] += prediction(kind, left, above[i], corner)
		}
		above = line
		out = append(out, line...)
	}
	return out
}

// valueOr returns the number, or another one if it is not positive.
func valueOr(n, other int) int {
	if n > 0 {
		return n
	}
	return other
}

// prediction returns what a filter of PNG adds to a byte.
func prediction(kind, left, above, corner byte) byte {
	switch kind {
	case 1:
		return left
	case 2:
		return above
	case 3:
		return byte((int(left) + int(above)) / 2)
	case 4:
		p := int(left) + int(above) - int(corner)
		a, b, c := distance(p, left), distance(p, above), distance(p, corner)
		switch {
		case a <= b && a <= c:
			return left
		case b <= c:
			return above
		}
		return corner
	}
	return 0
}

func distance(p int, b byte) int { return max(p-int(b), int(b)-p) }
