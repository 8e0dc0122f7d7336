package browser_test

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/toolgen/toolgen/builtin/browser"
	"github.com/toolgen/toolgen/runtime"
)

// pointerTasks are tasks for the pointer.
var pointerTasks = map[string]pageTask{
	"div button": {page: `<div class=btn id=go>Order now</div><script>DONE go.addEventListener('click', done)</script>`, solve: func(v *client, p *page) {
		p.click(`"Order now"`)
		v.solved()
	}},
	"hand cursor": {page: `<style>.card { cursor: pointer }</style><div id=all><div class=card><b>First</b></div><div class=card><b>Second</b></div></div><script>DONE all.onclick = (e) => { if (e.target.closest('.card') && e.target.textContent === 'Second') done() }</script>`,
		solve: func(v *client, p *page) {
			p.click(`"Second"`)
			v.solved()
		}},
	"calendar": {page: `<style>td { cursor: pointer; padding: 8px }</style><input id=day aria-label=Day readonly onfocus="cal.hidden = false"><table id=cal hidden></table><script>DONE
			for (let w = 0; w < 4; w++) { const r = cal.insertRow(); for (let d = 1; d <= 7; d++) r.insertCell().textContent = w * 7 + d } cal.onclick = (e) => { day.value = '2026-02-' + e.target.textContent; cal.hidden = true; if (e.target.textContent === '17') done() }</script>`,
		solve: func(v *client, p *page) {
			p.click(`"Day"`).mustShow("17")
			v.clickText(`"17"`)
			v.solved()
		}},
	"bars of a chart": {page: `<svg width=300 height=100><rect x=10 y=20 width=30 height=80 data-label=January></rect><rect x=60 y=50 width=30 height=50 data-label=February></rect></svg><script>DONE
			for (const r of document.querySelectorAll('rect')) r.addEventListener('click', () => { if (r.dataset.label === 'February') done() })</script>`,
		solve: func(v *client, p *page) {
			p.click("February")
			v.solved()
		}},
	"canvas": {page: `<canvas id=c width=300 height=200 style="margin-top:1000px"></canvas><script>DONE c.onclick = (e) => { if (Math.abs(e.offsetX - 120) < 2 && Math.abs(e.offsetY - 80) < 2) done() }</script>`, solve: func(v *client, p *page) {
		v.mustCall("click", args{"element": p.ref("canvas"), "x": 120, "y": 80})
		v.solved()
	}},
	"position in the window": {page: `<script>DONE onclick = (e) => { if (e.clientX === 300 && e.clientY === 200) done() }</script>`, solve: func(v *client, _ *page) {
		v.mustCall("click", args{"x": 300, "y": 200})
		v.solved()
	}},
	"hover menu": {page: `<style>ul { display: none } nav:hover ul { display: block }</style><nav tabindex=0>Products<ul><li><a href="#" onclick="done(); return false">Lamps</a></ul></nav><script>DONE</script>`, solve: func(v *client, p *page) {
		v.mustCall("click", args{"element": p.ref("navigation"), "action": "hover"}).mustShow("Lamps").click(`"Lamps"`)
		v.solved()
	}},
	"context menu": {page: `<div id=file>report.txt</div><script>DONE file.oncontextmenu = (e) => { e.preventDefault(); file.insertAdjacentHTML('afterend', '<button onclick="done()">Rename</button>') }; file.style.cursor = 'pointer'</script>`,
		solve: func(v *client, p *page) {
			v.mustCall("click", args{"element": p.ref("report.txt"), "action": "right"}).mustShow("Rename").click(`"Rename"`)
			v.solved()
		}},
	"drag and drop": {page: `<div id=a draggable=true>Card</div><div id=b style="height:100px;background:#eee">Box</div><script>DONE
			a.ondragstart = (e) => e.dataTransfer.setData('text', 'card'); b.ondragover = (e) => e.preventDefault(); b.ondrop = (e) => { e.preventDefault(); if (e.dataTransfer.getData('text') === 'card') done() }</script>`,
		solve: func(v *client, p *page) {
			v.mustCall("click", args{"element": p.ref(`"Card"`), "action": "drag", "to": p.ref(`"Box"`)})
			v.solved()
		}},
	"slider that follows the pointer": {page: `<div style="position:relative;height:40px;width:400px" role=button tabindex=0 aria-label=End id=end><div id=k role=slider tabindex=0 aria-label=Knob style="position:absolute;width:20px;height:20px;background:red"></div></div><script>DONE
			let on = false; k.onpointerdown = (e) => { on = true; k.setPointerCapture(e.pointerId) }; k.onpointermove = (e) => { if (on) k.style.left = e.clientX + 'px' }; k.onpointerup = () => { if (parseFloat(k.style.left) > 150) done() }</script>`,
		solve: func(v *client, p *page) {
			v.mustCall("click", args{"element": p.ref(`"Knob"`), "action": "drag", "to": p.ref(`"End"`)})
			v.solved()
		}},
	"covered button": {page: `<button onclick="done()">Continue</button><div id=cover style="position:fixed;inset:0;background:#0008"><button onclick="cover.remove()">Agree</button></div><script>DONE</script>`, solve: func(v *client, p *page) {
		r := v.mustFail("click", args{"element": p.ref(`"Continue"`)}, runtime.ExecutionFailed, "NOT_CLICKABLE")
		if !strings.Contains(r.Error, "Agree") {
			v.t.Errorf("the error does not name what covers the button: %s", r.Error)
		}
		p.click(`"Agree"`)
		v.clickText(`"Continue"`)
		v.solved()
	}},
	"list that uses its rows again": {page: `<button id=row onclick="result.textContent = 'deleted ' + this.textContent">Delete Anna</button><button onclick="setTimeout(() => row.textContent = 'Delete Berta', 1500)">Filter</button><p id=result></p>`,
		solve: func(v *client, p *page) {
			anna := p.ref("Delete Anna")
			p.click(`"Filter"`)
			waitFor(v.t, "another meaning", func() bool { return strings.Contains(v.call("screenshot", nil).Value, "PNG") })
			v.mustCall("snapshot", args{"wait_for": "Delete Berta"})
			v.mustFail("click", args{"element": anna}, runtime.ExecutionFailed, "STALE_REFERENCE")
			v.clickText("Delete Berta").mustShow("deleted Delete Berta")
		}},
}

// formTasks are tasks with fields and files.
var formTasks = map[string]pageTask{
	"date field": {page: `<label>Day <input type=date onchange="if (this.value === '2026-03-09') done()"></label><script>DONE</script>`, solve: func(v *client, _ *page) {
		v.typeInto(`"Day"`, "2026-03-09")
		v.solved()
	}},
	"autocomplete": {page: `<input aria-label=City oninput="setTimeout(() => found.innerHTML = '<li style=cursor:pointer onclick=done()>' + this.value + 'burg', 700)"><ul id=found></ul><script>DONE</script>`, solve: func(v *client, _ *page) {
		v.typeInto(`"City"`, "Frei")
		v.mustCall("snapshot", args{"wait_for": "Freiburg"}).click("Freiburg")
		v.solved()
	}},
	"editor": {page: `<div contenteditable role=textbox aria-label=Text></div><button onclick="if (document.querySelector('[role]').innerText.includes('Hello')) done()">Save</button><script>DONE</script>`, solve: func(v *client, _ *page) {
		v.typeInto(`"Text"`, "Hello")
		v.clickText(`"Save"`)
		v.solved()
	}},
	"upload": {
		page: `<input type=file aria-label=File onchange="this.files[0].text().then((text) => { if (text === 'the content') done() })"><script>DONE</script>`,
		solve: func(v *client, p *page) {
			directory := v.withFiles()
			if err := os.WriteFile(filepath.Join(directory, "up.txt"), []byte("the content"), 0o600); err != nil {
				v.t.Fatal(err)
			}
			v.mustCall("file", args{"path": "up.txt", "element": p.ref(`"File"`)})
			v.solved()
			v.mustFail("file", args{"path": "/etc/hostname", "element": p.ref(`"File"`)}, runtime.NotAvailable, "fs:read")
		},
	},
	"download": {
		page: `<a href=/report.csv>Report</a>`, handler: func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Disposition", "attachment; filename=report.csv")
			_, _ = io.WriteString(w, "a;b\n1;2\n")
		},
		solve: func(v *client, p *page) {
			directory := v.withFiles()
			p.click(`"Report"`).mustShow("report.csv", "download=1")
			v.mustCall("file", args{"path": "saved.csv", "download": 1})
			if text, err := os.ReadFile(filepath.Join(directory, "saved.csv")); err != nil || string(text) != "a;b\n1;2\n" {
				v.t.Errorf("the saved file: %q, %v", text, err)
			}
			v.mustFail("file", args{"path": "saved.csv", "download": 1}, runtime.ExecutionFailed, browser.ReasonWrongValue)
		},
	},
}
