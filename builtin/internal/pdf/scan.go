package pdf

import "bytes"

// scan finds the objects of the file. A later object replaces an earlier one with the same
// number, as in a file that was changed by appending to it.
func (r *reader) scan(data []byte) {
	for at := 0; ; {
		next := bytes.Index(data[at:], []byte("obj"))
		if next < 0 {
			break
		}
		at += next + len("obj")
		if number, ok := headerBefore(data, at-len("obj")); ok {
			at = r.scanObject(data, at, number)
		}
	}
	for at := 0; ; {
		next := bytes.Index(data[at:], []byte("trailer"))
		if next < 0 {
			break
		}
		at += next + len("trailer")
		l := &lexer{reader: r, data: data, at: at, refs: true}
		if d, ok := l.value(0).(dict); ok {
			r.addTrailer(d)
			at = l.at
		}
	}
}

// addTrailer adds the entries of a trailer.
func (r *reader) addTrailer(d dict) {
	for _, key := range []string{"Root", "Info", "Encrypt"} {
		if d[key] != nil {
			r.trailer[key] = d[key]
		}
	}
}

// headerBefore returns the number in "12 0 " that ends at a position.
func headerBefore(data []byte, end int) (number int, ok bool) {
	head := data[max(0, end-24):end]
	fields := bytes.Fields(head)
	if len(fields) < 2 || len(head) == 0 || !isSpace(head[len(head)-1]) {
		return 0, false
	}
	for _, c := range fields[len(fields)-1] {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	digits := fields[len(fields)-2]
	start := len(digits)
	for start > 0 && digits[start-1] >= '0' && digits[start-1] <= '9' {
		start--
	}
	if start == len(digits) || len(digits)-start > 9 {
		return 0, false
	}
	for _, c := range digits[start:] {
		number = number*10 + int(c-'0')
	}
	return number, true
}

// scanObject reads the object at a position, and returns its end.
func (r *reader) scanObject(data []byte, at, number int) int {
	l := &lexer{reader: r, data: data, at: at, refs: true}
	v := l.value(0)
	d, isDict := v.(dict)
	l.skipSpace()
	if !isDict || !bytes.HasPrefix(data[l.at:], []byte("stream")) {
		r.add(number, v)
		return l.at
	}
	start := l.at + len("stream")
	if bytes.HasPrefix(data[start:], []byte("\r")) {
		start++
	}
	if bytes.HasPrefix(data[start:], []byte("\n")) {
		start++
	}
	end := streamEnd(data, start, d)
	s := &stream{d, data[start:end]}
	r.add(number, s)
	switch d["Type"] {
	case name("ObjStm"):
		r.scanStream(s)
	case name("XRef"):
		r.addTrailer(d)
	}
	return end
}

// streamEnd returns the end of the data of a stream: by its length if that is right.
func streamEnd(data []byte, start int, d dict) int {
	if length, ok := d["Length"].(float64); ok && length >= 0 && length <= float64(len(data)-start) {
		end := start + int(length)
		if after := bytes.TrimLeft(data[end:min(end+20, len(data))], "\r\n \t"); bytes.HasPrefix(after, []byte("endstream")) {
			return end
		}
	}
	if length := bytes.Index(data[start:], []byte("endstream")); length >= 0 {
		return start + length
	}
	return len(data)
}

// add records an object.
func (r *reader) add(number int, v any) {
	if _, known := r.objects[number]; !known {
		r.order = append(r.order, number)
	}
	r.objects[number] = v
}

// scanStream reads the objects of an object stream.
func (r *reader) scanStream(s *stream) {
	data := r.decode(s)
	head := &lexer{reader: r, data: data}
	first := r.integer(s.dict["First"])
	for range r.integer(s.dict["N"]) {
		number, ok := head.value(0).(float64)
		offset, isNumber := head.value(0).(float64)
		at := first + int(max(-1e9, min(offset, 1e9)))
		if !ok || !isNumber || at < 0 || at >= len(data) || number < 0 || number > 1e9 {
			return
		}
		l := &lexer{reader: r, data: data, at: at, refs: true}
		r.add(int(number), l.value(0))
	}
}
