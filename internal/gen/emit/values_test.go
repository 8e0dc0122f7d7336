package emit_test

// valid has valid arguments of each tool. To add a type, add the type and a tool to
// testdata/forms, and one or two values here. The tests read every value with the
// generated decoder and with encoding/json, and check variants of it as examples.
var valid = []struct {
	tool, text, reason string
	// want is the JSON of the value that the decoder reads. It is empty if
	// encoding/json reads the same value.
	want string
}{
	{tool: "shapes.scalars", text: `{"text":"a\u00e9\n","slug":"s","yes":true,"int":-1,"int8":-128,"int16":32767,"int32":-5,"int64":-9223372036854775808,` +
		`"uint":1,"uint8":255,"uint16":0,"uint32":7,"uint64":18446744073709551615,"float32":1.5,"float64":-2e10,"kind":"fact","level":2,"unit":"line",` +
		`"at":"2024-02-29T12:00:00Z","anything":{"a":[1,null,"x"]},"raw":[1, 2]}`, reason: "each scalar"},
	{tool: "shapes.checked", text: `{"name":"aéb"}`, reason: "required only"},
	{tool: "shapes.checked", text: `{"name":"abc","color":"red","size":4,"count":9,"share":1.5,"words":["ab","cd"],"kinds":["task"],"levels":[1,3],"label":"abc","ratio":0}`, reason: "each constraint met"},
	{tool: "shapes.anything", text: `{"payload":{"a":[1,null]},"payloads":[1,"a",null,{}],"pointer":true,"raws":{"a":[1, 2],"b":null}}`, reason: "any value in every place"},
	{tool: "shapes.embedded", text: `{"name":"n","from":1,"to":2,"dir":"d","deep":true,"slug":"s","plain":"p","other":"o"}`, reason: "promoted through values and pointers"},
	{tool: "shapes.nested", text: `{"range":{"from":1}}`, reason: "required only"},
	{tool: "shapes.nested", text: `{"range":{"from":1,"to":2},"ranges":[{"from":3}],"pointer":{"from":4},"sealed":{"name":"n","at":"2024-02-29T12:00:00Z"},` +
		`"page":{"items":["task"],"more":true},"numbers":{"items":[1,2]},"matrix":[[1],[],[2,3]],"words":[["a"],["b","c"]],` +
		`"by_name":{"x":{"from":1}},"by_slug":{"y":{"from":2}},"by_level":{"1":["a"],"2":[]},"by_id":{"65535":"max"},"deep":{"a":{"b":1}},` +
		`"tags":["t"],"prices":{"p":1.25},"strings":["s"],"yes":false,"text":"t","kind":"task","at":"2024-02-29T12:00:00Z",` +
		`"times":["2024-02-29T12:00:00Z"],"list":["l"],"any":[1,"a",null],"place":{"x":1,"y":2},"steps":[{"name":"n"}]}`, reason: "everything in everything"},
	{tool: "shapes.nested", text: `{"range":{"from":1},"ranges":[],"by_name":{},"matrix":[],"list":[]}`, reason: "empty, not nil"},
	{tool: "shapes.trees", text: `{"root":{"name":"a","children":[{"name":"b","children":[{"name":"c"}]}],"named":{"d":{"name":"e"}},"group":{"trees":[{"name":"f"}]}},"forest":[[],[[]]]}`, reason: "recursive types"},
	{tool: "shapes.wide", text: `{"f1":1,"f65":65,"f0":0,"f64":64,"f66":66,"f69":69}`, reason: "more than 64 properties"},
	{tool: "shapes.fails", text: `{}`, reason: "no properties"},

	{tool: "forms.arrays", text: `{"pair":[1,2]}`, reason: "required only"},
	{tool: "forms.arrays", text: `{"pair":[1,2],"vector":[1.5,0,-1],"grid":[["a","b"],["c","d"]],"points":[[1,2],[3,4]],"named":{"x":[1,2,3]},"none":[]}`, reason: "arrays in everything"},
	{tool: "forms.bytes", text: `{"data":"aGVsbG8="}`, reason: "required only"},
	{tool: "forms.bytes", text: `{"data":"","blob":"AAECAw==","octets":"/+8=","pointer":"YQ==","parts":["YWI=",""],"files":{"a":"YWJj"}}`, reason: "bytes in everything"},
	{tool: "forms.numbers", text: `{"any":1e400}`, reason: "required only"},
	{tool: "forms.numbers", text: `{"any":-0.0,"share":100,"open":0.5,"price":19.99,"chosen":2.50,"list":[1,2.50,1e2],"table":{"a":1},"pointer":3}`, reason: "numbers in everything"},
	{tool: "forms.texts", text: `{"color":"#ff0000"}`, reason: "required only"},
	{tool: "forms.texts", text: `{"color":"#ff0000","address":"127.0.0.1","prefix":"10.0.0.0/8","short":"#00ff00","palette":["#000000"],"names":{"a":"#010203"},"hosts":{"::1":"#ffffff"},"pair":["#000000","#111111"]}`, reason: "texts in everything"},
	{tool: "forms.keys", text: `{"by_kind":{"task":1,"fact":2},"by_level":{"-1":{"task":["a"]},"1":{}},"by_color":{"#ff0000":{"127.0.0.1":true}},"by_int":{"-9223372036854775808":"task"},"by_uint":{"255":1}}`, reason: "keys of every kind"},
	{tool: "forms.bounds", text: `{"above":4,"below":299,"between":0.5,"half":0.75,"even":-4,"far":18446744073709551614,"level":1,"set":["a","b"],"pairs":[[1,2],[2,1]],"chosen":["task","fact"],"shares":[0.5,1],"wide":5000000000,"least":-5000000000,"same":"a","again":"abcde","limits":[{"step":10,"label":"ab"}]}`, reason: "each bound met"},
	{tool: "forms.formats", text: `{"at":"2024-02-29T12:00:00Z","day":"2024-02-29","time":"12:00:00Z","length":"P1DT2H","mail":"a@example.com","host":"example.com","address":["127.0.0.1"],"address6":"::1","link":"https://example.com/a?b","id":"123e4567-e89b-12d3-a456-426614174000","since":"2024-02-29T12:00:00+01:00"}`, reason: "each format met"},
	{tool: "forms.schemas", text: `{"amount":5}`, reason: "required only"},
	{tool: "forms.schemas", text: `{"amount":"12k","amounts":[1,"2M"],"options":{"a":1,"b":null},"filter":[1,"a",null],"filters":{"a":"2024-02-29","b":{"not":true}},"raw":[0.5, 1],"loose":"ab","big":123456789012345678901234567890}`, reason: "schemas in everything"},
	{tool: "forms.unions", text: `{"first":{"type":"move","from":1,"to":3}}`, reason: "a variant that declares its discriminator",
		want: `{"first":{"type":"move","from":1,"to":3}}`},
	{tool: "forms.unions", text: `{"first":{"path":"p","next":{"type":"stop"},"type":"copy"},"rest":[{"type":"move","from":1}],"maybe":{"type":"stop"},"move":{"type":"move","from":2},"stop":{}}`,
		reason: "variants in everything, the discriminator anywhere",
		want:   `{"first":{"path":"p","next":{}},"rest":[{"type":"move","from":1,"to":9}],"maybe":{},"move":{"type":"move","from":2,"to":9},"stop":{}}`},
	{tool: "forms.unions", text: `{"first":{"type":"batch","actions":[{"type":"batch","actions":[]},{"type":"stop"}],"named":{"a":{"type":"copy","path":"q"}}}}`,
		reason: "variants that hold the union",
		want:   `{"first":{"actions":[{"actions":[]},{}],"named":{"a":{"path":"q"}}}}`},
	{tool: "forms.mixed", text: `{"corner":[1,2],"color":"#ff0000","data":"YQ==","total":1,"amount":"1k","colors":{"items":["#000000"],"by_key":{"task":"#ffffff"},"best":"#010203","both":["#000000","#111111"]},` +
		`"blobs":{"items":["YQ=="],"by_key":{"::1":""},"both":["",""]},"amounts":{"items":[1],"by_key":{"-128":"2M"},"best":3},"vectors":{"items":[[1,2,3]],"by_key":{"#000000":[0,0,0]}},` +
		`"numbers":{"items":[{"a":1}],"by_key":{"1":{}}},"deep":{"fact":[["#000000"],[]]},"times":{"task":"2024-02-29T12:00:00Z"},"filters":["2024-02-29",{"not":false}],"inline":[{"A":["YQ=="]}]}`, reason: "everything in everything"},
	{tool: "forms.mixed", text: `{}`, reason: "nothing: the embedded pointer stays nil"},
	{tool: "forms.defaults", text: `{"kind":"task","level":1,"wide":1,"small":2,"wait":"1s","at":"2024-01-01T00:00:00Z","number":7,"slug":"s","exact":false}`,
		reason: "nothing left to default",
		want:   `{"kind":"task","level":1,"wide":1,"small":2,"wait":1000000000,"at":"2024-01-01T00:00:00Z","number":7,"slug":"s","exact":false}`},
	{tool: "strict.search", text: `{"query":"q","mode":"fast","limit":5,"range":{"from":1,"to":2},"tags":["a"],"note":"abc"}`, reason: "everything given"},
	{tool: "strict.add", text: `{"text":"t"}`, reason: "nothing optional"},
}
