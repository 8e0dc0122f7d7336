package mcp_test

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// endless writes lines until the program ends.
func (p *program) endless(to io.Writer, line string) {
	text := strings.Repeat(line+"\n", 1+4096/len(line))
	for {
		if _, err := io.WriteString(to, text); err != nil {
			os.Exit(0)
		}
	}
}

// misbehave does what the fault is. It reports whether the request needs no
// other answer.
func (p *program) misbehave(r request) bool {
	if does := programFaults[p.fault+": "+r.Method]; does != nil {
		return does(p, r)
	}
	return false
}

// programFaults are the faults of programs, with the method at which they occur.
var programFaults = map[string]func(p *program, r request) bool{
	"no initialization: server/discover": func(*program, request) bool { return true },
	"no initialization: initialize":      func(*program, request) bool { return true },
	"no discovery: server/discover":      func(*program, request) bool { return true },
	"no list: tools/list":                func(*program, request) bool { return true },
	"no answer: tools/call":              func(*program, request) bool { return true },
	"end at discovery: server/discover":  func(*program, request) bool { os.Exit(1); return true },
	"end in call: tools/call":            func(*program, request) bool { os.Exit(1); return true },
	"end after 20 calls: tools/call": func(p *program, r request) bool {
		fmt.Fprintln(os.Stderr, "call")
		if p.calls++; p.calls == 20 {
			os.Exit(1)
		}
		return false
	},
	"child: tools/call": func(p *program, r request) bool {
		child := exec.Command("sleep", "1000")
		if err := child.Start(); err != nil {
			panic(err)
		}
		p.answer(r, fmt.Sprintf(`{"content":[],"structuredContent":{"pid":%d}}`, child.Process.Pid))
		return true
	},
	"unreadable result: tools/call": func(p *program, r request) bool { p.answer(r, `{"content":7}`); return true },
	"null result: tools/call":       func(p *program, r request) bool { p.answer(r, `null`); return true },
	"no result: tools/call":         func(p *program, r request) bool { p.write(`{"jsonrpc":"2.0","id":%s}`, r.ID); return true },
	"wrong version: tools/call": func(p *program, r request) bool {
		p.write(`{"jsonrpc":"1.0","id":%s,"result":{}}`, r.ID)
		return true
	},
	"huge id: tools/call": func(p *program, _ request) bool {
		p.write(`{"jsonrpc":"2.0","id":1e999,"result":{}}`)
		return true
	},
	"deep: tools/call": func(p *program, r request) bool {
		p.answer(r, `{"content":`+strings.Repeat("[", 1<<20)+strings.Repeat("]", 1<<20)+`}`)
		return true
	},
	"answers to no request: tools/call": func(p *program, r request) bool {
		for i := range 100 {
			p.write(`{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":"forged"}]}}`, 1000+i)
			p.write(`{"jsonrpc":"2.0","id":"x%d","result":{"content":[{"type":"text","text":"forged"}]}}`, i)
		}
		return false
	},
	"two answers: tools/call": func(p *program, r request) bool {
		p.answer(r, echoResult)
		p.answer(r, `{"content":[{"type":"text","text":"second"}]}`)
		return true
	},
	"invalid UTF-8: tools/call": func(p *program, r request) bool {
		p.answer(r, "{\"content\":[{\"type\":\"text\",\"text\":\"a\xffb\"}],\"structuredContent\":{\"x\":\"\xfe\"}}")
		return true
	},
	"unknown content: tools/call": func(p *program, r request) bool {
		p.answer(r, `{"content":[{"type":"text","text":"before"},{"type":"video"},7,{"type":"image","data":"%"}]}`)
		return true
	},
	"endless result: tools/call": func(p *program, r request) bool {
		p.write(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"`, r.ID)
		p.endless(os.Stdout, strings.Repeat("x", 4095))
		return true
	},
	"endless notifications: tools/call": func(p *program, r request) bool {
		go p.endless(os.Stdout, `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}`)
		return true
	},
	"endless progress: tools/call": func(p *program, r request) bool {
		var params struct {
			Meta struct{ ProgressToken string }
		}
		if err := json.Unmarshal([]byte(strings.Replace(string(r.Params), "_meta", "Meta", 1)), &params); err != nil {
			panic(err)
		}
		p.endless(os.Stdout, fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%q,"progress":1,"message":"x"}}`, params.Meta.ProgressToken))
		return true
	},
	"endless changes: tools/list": func(p *program, r request) bool {
		fmt.Fprintln(os.Stderr, "list")
		for range 20 {
			p.write(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
		}
		return false
	},
	"endless requests: tools/call": func(p *program, r request) bool {
		p.endless(os.Stdout, `{"jsonrpc":"2.0","id":1,"method":"ping"}`)
		return true
	},
	"no reading: tools/call": func(p *program, r request) bool { p.answer(r, echoResult); time.Sleep(time.Hour); return true },
	"many tools: tools/list": func(p *program, r request) bool {
		var list strings.Builder
		for i := range 10_000 {
			fmt.Fprintf(&list, `,{"name":"tool%d","description":"Does it.","inputSchema":{"type":"object"}}`, i)
		}
		p.answer(r, `{"tools":[`+list.String()[1:]+`]}`)
		return true
	},
	"endless pages: tools/list": func(p *program, r request) bool { p.answer(r, `{"tools":[],"nextCursor":"more"}`); return true },
	"long cursor: tools/list": func(p *program, r request) bool {
		p.answer(r, `{"tools":[],"nextCursor":"`+strings.Repeat("c", 1<<20)+`"}`)
		return true
	},
	"list without tools: tools/list": func(p *program, r request) bool { p.answer(r, `{"tools":"none"}`); return true },
	"requests: tools/call": func(p *program, r request) bool {
		var answers []string
		for i, method := range []string{"sampling/createMessage", "elicitation/create", "roots/list", "unknown"} {
			p.write(`{"jsonrpc":"2.0","id":"s%d","method":%q,"params":{}}`, i, method)
			if answer := p.read(); answer.Error != nil {
				answers = append(answers, answer.Error.Message)
			}
		}
		p.write(`{"jsonrpc":"2.0","id":"p","method":"ping"}`)
		if answer := p.read(); answer.Error == nil {
			answers = append(answers, "pong")
		}
		text, err := json.Marshal(strings.Join(answers, "|"))
		if err != nil {
			panic(err)
		}
		p.answer(r, `{"content":[{"type":"text","text":`+string(text)+`}]}`)
		return true
	},
}
