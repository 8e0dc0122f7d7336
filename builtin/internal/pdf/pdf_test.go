package pdf

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// file returns a PDF with the objects, of which the first is the catalog.
func file(objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	for i, object := range objects {
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	b.WriteString("trailer\n<< /Root 1 0 R /Size 99 >>\n%%EOF\n")
	return b.Bytes()
}

// streamOf returns a stream with the entries of its dictionary.
func streamOf(entries, data string) string {
	return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", entries, len(data), data)
}

// deflated returns a stream that is compressed.
func deflated(entries, data string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write([]byte(data))
	w.Close()
	return streamOf(entries+" /Filter /FlateDecode", b.String())
}

// onePage returns a PDF with one page with the operators.
func onePage(operators string, more ...string) []byte {
	return file(append([]string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 /Resources << /Font << /F 5 0 R >> /XObject << /X 6 0 R >> >> >>",
		"<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>",
		deflated("", operators),
	}, more...)...)
}

// helvetica is a font without widths.
const helvetica = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"

func read(t testing.TB, data []byte) *Document {
	t.Helper()
	d, err := Text(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestPageTexts(t *testing.T) {
	composite := "<< /Type /Font /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< /DW 600 /W [1 [700 300] 5 9 400] >>] /ToUnicode 6 0 R >>"
	toUnicode := deflated("", "1 begincodespacerange <0000> <FFFF> endcodespacerange 2 beginbfchar <0001> <0041> <0002> <00660069> endbfchar "+
		"2 beginbfrange <0005> <0007> <03B1> <0008> <0009> [<D83DDE00> <FB01>] endbfrange")
	for _, c := range []struct {
		reason, operators string
		objects           []string
		want              string
	}{
		{"strings on lines", "BT /F 12 Tf 72 720 Td (Hello \\(world\\)) Tj 0 -14 Td (caf\\351) Tj T* ET", []string{"<< /Subtype /Type1 /Encoding /WinAnsiEncoding >>"}, "Hello (world)\ncafé"},
		{"a gap is a space, kerning is none", "BT /F 12 Tf [(W) 80 (ord) -300 (two)] TJ ET", []string{helvetica}, "Word two"},
		{"paragraphs", "BT /F 10 Tf 14 TL (one) Tj T* (two) Tj 0 -40 Td <7468726565> Tj ET", []string{helvetica}, "one\ntwo\n\nthree"},
		{"operators that begin lines", "BT /F 10 Tf 12 TL (a) Tj (b) ' 1 2 (c) \" ET", []string{helvetica}, "a\nb\nc"},
		{"names of characters", "BT /F 12 Tf (\\001\\002A\\003) Tj ET", []string{"<< /Subtype /Type1 /Encoding << /Differences [1 /eacute /fi 3 /uni20AC] >> >>"}, "éfiA€"},
		{"quotes and ligatures of Type 1", "BT /F 12 Tf (it's \\256) Tj ET", []string{helvetica}, "it’s fi"},
		{"two bytes per character", "BT /F 12 Tf <000100020005000600080009> Tj ET", []string{composite, toUnicode}, "Afiαβ😀fi"},
		{"a form", "/X Do", []string{helvetica, streamOf("/Subtype /Form /Resources << /Font << /G 5 0 R >> >>", "BT /G 9 Tf (in a form) Tj ET")}, "in a form"},
		{"a form that has itself", "/X Do", []string{helvetica, streamOf("/Subtype /Form", "BT /F 9 Tf (x) Tj ET /X Do")}, "xxxxxxxx"},
		{"an image in the page", "BI /W 1 ID \x00(EI)\x01\nEI BT /F 9 Tf (after) Tj ET", []string{helvetica}, "after"},
		{"rotated text", "BT /F 10 Tf 0 1 -1 0 50 50 Tm (up) Tj (ward) Tj ET", []string{helvetica}, "upward"},
	} {
		if d := read(t, onePage(c.operators, c.objects...)); len(d.Pages) != 1 || strings.TrimLeft(d.Pages[0], "\n") != c.want || len(d.Notes) != 0 {
			t.Errorf("%s: %q, notes %q, want %q", c.reason, d.Pages, d.Notes, c.want)
		}
	}
}

func TestStructure(t *testing.T) {
	const inside = "<< /Type /Catalog /Pages 2 0 R >> << /Kids [3 0 R 4 0 R] >> << /Contents [7 0 R 7 0 R] /Resources << /Font << /F << >> >> >> >>"
	offsets := fmt.Sprintf("1 0 2 %d 3 %d ", strings.Index(inside, "<< /Kids"), strings.Index(inside, "<< /Contents"))
	objects := deflated(fmt.Sprintf("/Type /ObjStm /N 3 /First %d", len(offsets)), offsets+inside)
	compressed := "%PDF-1.5\n6 0 obj " + objects + " endobj 4 0 obj << /Contents 8 0 R >> endobj 7 0 obj " + streamOf("", "BT /F 9 Tf (old) Tj ET") + " endobj " +
		"9 0 obj " + streamOf("/Type /XRef /Root 1 0 R /Info 10 0 R", "") + " endobj 10 0 obj << /Title <FEFF00480069> >> endobj " +
		"7 0 obj " + streamOf("", "BT /F 9 Tf (new) Tj ET") + " endobj"
	d := read(t, []byte(compressed))
	if d.Title != "Hi" || len(d.Pages) != 2 || d.Pages[0] != "new\nnew" || d.Pages[1] != "" {
		t.Errorf("got %+v", d)
	}
	whole := onePage("BT /F 12 Tf (begun) Tj ET", helvetica)
	if d := read(t, bytes.Replace(whole, []byte("/Root 1 0 R"), nil, 1)); d.Pages[0] != "begun" {
		t.Errorf("without a root: %+v", d)
	}
}

// The predictors of PNG give the rows "abcd" and "bcde".
func TestPredictor(t *testing.T) {
	r := &reader{ctx: t.Context(), lacking: map[string]bool{}}
	for kind, row := range map[byte]string{0: "bcde", 1: "b\x01\x01\x01", 2: "\x01\x01\x01\x01"} {
		data := "\x00abcd" + string(kind) + row
		if got := r.unpredict([]byte(data), dict{"Predictor": 12.0, "Columns": 4.0}); string(got) != "abcdbcde" {
			t.Errorf("predictor %d: %q", kind, got)
		}
	}
}

func TestErrorsAndNotes(t *testing.T) {
	if _, err := Text(t.Context(), []byte("%PDF-1.4\ntrailer<<>>")); !errors.Is(err, ErrNoPages) {
		t.Errorf("no pages: %v", err)
	}
	locked := bytes.Replace(onePage("", helvetica), []byte("/Size"), []byte("/Encrypt 9 0 R /Size"), 1)
	if _, err := Text(t.Context(), locked); !errors.Is(err, ErrEncrypted) {
		t.Errorf("encrypted: %v", err)
	}
	unknown := read(t, onePage("BT /F 9 Tf <0001> Tj ET", "<< /Subtype /Type0 /Encoding /Identity-H >>"))
	if len(unknown.Notes) != 1 || !strings.Contains(unknown.Notes[0], "not shown: 1 character ") {
		t.Errorf("unknown meanings: %+v", unknown)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Text(ctx, onePage("", helvetica)); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// Hostile files end without a panic, within the limits.
func TestHostile(t *testing.T) {
	bomb := strings.Repeat("\x00", 1<<20)
	many := strings.Repeat("7 0 R ", 40)
	mustEnd := map[string]bool{"a form that has many": true, "many operators": true, "a bomb as page": true, "a large range": true}
	for reason, data := range map[string][]byte{
		"nested arrays":           onePage(strings.Repeat("[", 1<<20), helvetica),
		"nested dictionaries":     file(strings.Repeat("<<", 1<<18)),
		"pages that have pages":   file("<< /Type /Catalog /Pages 2 0 R >>", "<< /Kids ["+strings.Repeat("2 0 R 3 0 R ", 100)+"] >>", "<< /Kids [2 0 R 3 0 R] >>", "<< /Type /Page >>"),
		"a form that has many":    onePage(strings.Repeat("/X Do ", 200), helvetica, streamOf("/Subtype /Form", strings.Repeat("/X Do ", 200))),
		"many operators":          onePage(strings.Repeat("q ", 1<<18), helvetica),
		"a bomb as page":          file("<< /Type /Catalog /Pages 2 0 R >>", "<< /Kids [3 0 R] >>", "<< /Contents ["+many+"] >>", "", "", "", deflated("", bomb)),
		"a reference to itself":   file("<< /Type /Catalog /Pages 2 0 R >>", "2 0 R"),
		"large numbers":           onePage("BT /F 1e308 Tf 1e308 1e308 Td (a) Tj -1e308 1e308 1e308 1e308 1e308 1e308 cm (b) Tj ET", "<< /FirstChar 1e300 /Widths [1e308 -1e308] >>"),
		"a large range":           onePage("BT /F 9 Tf (a) Tj ET", "<< /ToUnicode 6 0 R >>", streamOf("", "0 beginbfrange "+strings.Repeat("<0000> <FFFF> <0041> ", 1000)+"endbfrange")),
		"columns without an end":  file("<< /Type /Catalog /Pages 2 0 R >>", "<< /Kids [3 0 R] >>", "<< /Contents 4 0 R >>", deflated("/DecodeParms << /Predictor 15 /Columns 999999999 >>", "x")),
		"an object of everything": file(deflated("/Type /ObjStm /N 999999999 /First 0", strings.Repeat("1 0 ", 1<<20))),
		"a string without an end": onePage("BT (", helvetica),
		"only headers":            []byte("%PDF-1.0\n" + strings.Repeat("1 0 obj ", 1<<17)),
	} {
		d, err := textWithin(t.Context(), data, limits{values: 100_000, operators: 50_000, decoded: 2 << 20})
		if err != nil && !errors.Is(err, ErrNoPages) {
			t.Errorf("%s: %v", reason, err)
		}
		if d != nil && mustEnd[reason] && len(d.Notes) == 0 {
			t.Errorf("%s: read without a limit", reason)
		}
		if d != nil && len(strings.Join(d.Pages, "")) > MaxTextBytes {
			t.Errorf("%s: %d bytes", reason, len(strings.Join(d.Pages, "")))
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add(onePage("BT /F 12 Tf 72 720 Td (Hello) Tj [(a) -300 (b)] TJ ET", helvetica))
	f.Add(file("<< /Type /Catalog /Pages 2 0 R >>", "<< /Kids [3 0 R] >>", "<< /Contents 4 0 R >>", streamOf("/Filter [/ASCIIHexDecode /ASCII85Decode]", "3C7E>")))
	f.Fuzz(func(t *testing.T, data []byte) {
		if d, err := Text(t.Context(), data); err == nil && len(d.Pages) == 0 {
			t.Error("no pages and no error")
		}
	})
}
