package browser_test

import (
	"fmt"
	"strings"
	"testing"
)

// prompts are scripts for which a browser asks its user something.
var prompts = map[string]string{
	"passkey":      `navigator.credentials.get({publicKey: {challenge: new Uint8Array(16), timeout: 600000}})`,
	"new passkey":  `navigator.credentials.create({publicKey: {challenge: new Uint8Array(16), rp: {name: 'x'}, user: {id: new Uint8Array(4), name: 'a', displayName: 'a'}, pubKeyCredParams: [{type: 'public-key', alg: -7}]}})`,
	"digital":      `navigator.credentials.get({digital: {requests: [{protocol: 'openid4vp-v1-unsigned', data: {}}]}})`,
	"screen":       `navigator.mediaDevices.getDisplayMedia({video: true})`,
	"usb":          `navigator.usb.requestDevice({filters: []})`,
	"serial":       `navigator.serial.requestPort()`,
	"hid":          `navigator.hid.requestDevice({filters: []})`,
	"payment":      `new PaymentRequest([{supportedMethods: 'https://example.com/pay'}], {total: {label: 'x', amount: {currency: 'EUR', value: '1'}}}).show()`,
	"eyedropper":   `new EyeDropper().open()`,
	"picture":      `documentPictureInPicture.requestWindow()`,
	"pointer lock": `document.body.requestPointerLock()`,
	"date":         `document.querySelector('#date').showPicker()`,
	"launch":       `location = 'ssh://x.example'`,
	"permissions":  `Promise.allSettled([Notification.requestPermission(), new Promise((done, fail) => navigator.geolocation.getCurrentPosition(done, fail)), navigator.mediaDevices.getUserMedia({video: true, audio: true}), navigator.requestMIDIAccess({sysex: true}), navigator.storage.persist(), document.requestStorageAccess(), navigator.permissions.query({name: 'geolocation'})]).then((all) => all.map((r) => r.status + ' ' + (r.reason?.name ?? r.value?.state ?? r.value)).join())`,
	"clipboard":    `Promise.allSettled([navigator.clipboard.readText(), navigator.clipboard.read(), navigator.clipboard.writeText('x')]).then((all) => all.map((r) => r.status).join())`,
	"devices":      `Promise.allSettled([getScreenDetails(), queryLocalFonts(), new IdleDetector().start(), IdleDetector.requestPermission(), navigator.wakeLock.request('screen'), new Accelerometer().start(), navigator.keyboard.lock(['Escape'])]).then((all) => all.length)`,
	"DRM":          `navigator.requestMediaKeySystemAccess('com.widevine.alpha', [{initDataTypes: ['cenc'], videoCapabilities: [{contentType: 'video/mp4;codecs="avc1.42E01E"'}]}])`,
	"open file":    `showOpenFilePicker()`,
	"save file":    `showSaveFilePicker()`,
	"directory":    `showDirectoryPicker({mode: 'readwrite'})`,
	"file input":   `document.querySelector('#file').showPicker()`,
	"directories":  `document.querySelector('#directory').click()`,
	"color":        `document.querySelector('#color').showPicker()`,
	"select":       `document.querySelector('#select').showPicker()`,
	"list":         `document.querySelector('#list').showPicker()`,
	"print":        `print()`,
	"prompt":       `[alert('x'), confirm('x'), prompt('x')].join()`,
	"fullscreen":   `document.documentElement.requestFullscreen()`,
	"cast":         `new PresentationRequest(['https://x.example/']).start()`,
	"remote":       `document.createElement('video').remote.prompt()`,
	"password":     `navigator.credentials.store(new PasswordCredential({id: 'a', password: 'b'}))`,
	"own password": `navigator.credentials.get({password: true, mediation: 'required'})`,
	"identity":     `navigator.credentials.get({identity: {providers: [{configURL: location.origin + '/fedcm.json', clientId: 'a'}]}})`,
	"bluetooth":    `navigator.bluetooth.requestDevice({acceptAllDevices: true})`,
	"share":        `navigator.share({title: 'x', url: 'https://x.example/'})`,
	"handler":      `navigator.registerProtocolHandler('mailto', '/?%s')`,
	"speech":       `new webkitSpeechRecognition().start()`,
	"contacts":     `navigator.contacts.select(['name'])`,
	"unload":       `(onbeforeunload = (e) => { e.preventDefault(); return 'stay' }, location.reload(), new Promise(() => 0))`,
	"quota":        `navigator.webkitPersistentStorage.requestQuota(1e12, () => 0)`,
	"XR":           `navigator.xr.requestSession('immersive-vr')`,
	"install":      `navigator.install()`,
	"downloads":    `[1, 2, 3].forEach(() => Object.assign(document.createElement('a'), {href: 'data:text/plain,x', download: 'x.exe'}).click())`,
	"cookies":      `document.requestStorageAccessFor('https://x.example')`,
}

// Input arrives after a page has asked for what a user must allow.
func TestPromptsDoNotBlockInput(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for name, script := range prompts {
		fmt.Fprintf(&b, "<button onclick=\"result.textContent = 'waits'; Promise.resolve().then(() => %s).then((v) => { result.textContent = 'done ' + v }, (e) => { result.textContent = 'refused ' + e })\">Ask %s</button>\n", strings.ReplaceAll(script, `"`, "&quot;"), name)
	}
	s := serve(t, map[string]any{
		"/": `<title>Prompts</title><p id=result></p><input type=color id=color><input type=date id=date><input type=file id=file><input type=file webkitdirectory id=directory>
			<select id=select><option>a<option>b</select><input list=choices id=list><datalist id=choices><option>a<option>b</datalist><p><button onclick="this.textContent='pressed'">Free</button>` + b.String(),
	})
	names := cases(prompts, "passkey", "prompt", "launch", "permissions")
	const sessions = 4
	for part := range sessions {
		t.Run(fmt.Sprint("part ", part+1), func(t *testing.T) {
			t.Parallel()
			v := newClient(t)
			v.allow("localhost") // a secure context
			for i := part; i < len(names); i += sessions {
				v.checkPrompt(names[i], strings.Replace(s.URL, "127.0.0.1", "localhost", 1))
			}
		})
	}
}

// checkPrompt clicks the button that asks for something, and then another one, which must get the click. The buttons
// are first in the document, so that nothing of the page covers them.
func (v *client) checkPrompt(name, url string) {
	v.t.Helper()
	p := v.open(url)
	free := p.ref(`"Free"`)
	if r := v.call("click", args{"element": p.ref(`"Ask ` + name + `"`)}); !r.OK {
		v.t.Errorf("%s: the first click: %s %s", name, r.Reason, r.Error)
	}
	for range 3 { // the page may have been loaded anew
		r := v.call("click", args{"element": free})
		if r.OK && strings.Contains(r.Value, `"pressed"`) {
			return
		}
		if r.Reason != "STALE_REFERENCE" {
			v.t.Errorf("%s: the second click: %s %s%s", name, r.Reason, r.Value, r.Error)
			return
		}
		free = v.mustCall("snapshot", nil).ref(`"Free"`)
	}
}
