package network

import (
	"testing"

	"github.com/toolgen/toolgen/runtime/capability"
)

// TestEscapes runs classes of attempts to reach private addresses. After each class, the same client can
// reach a public host.
func TestEscapes(t *testing.T) {
	everything := capability.NetworkPolicy{Allow: []string{"*"}, AllowPrivate: true}
	for _, class := range []struct {
		name     string
		attempts []attempt
	}{
		{"loopback and private addresses", []attempt{
			{"loopback", "http://127.0.0.1/"}, {"the last loopback address", "http://127.255.255.254/"}, {"with a port", "http://127.0.0.1:8080/"},
			{"private A", "http://10.0.0.1/"}, {"private B", "http://172.31.255.255/"}, {"private C", "http://192.168.1.1/"},
			{"this host", "http://0.0.0.0/"}, {"link-local", "http://169.254.1.1/"}, {"shared", "http://100.64.0.0/"},
			{"benchmarking", "http://198.18.0.1/"}, {"protocol assignments", "http://192.0.0.1/"}, {"multicast", "http://224.0.0.1/"}, {"reserved", "http://240.0.0.1/"}, {"broadcast", "http://255.255.255.255/"},
		}},
		{"decimal, octal and hexadecimal spellings", []attempt{
			{"one decimal number", "http://2130706433/"}, {"one hexadecimal number", "http://0x7f000001/"}, {"one octal number", "http://017700000001/"},
			{"octal parts", "http://0177.0.0.1/"}, {"hexadecimal parts", "http://0x7f.0x0.0x0.0x1/"}, {"mixed parts", "http://0x7f.0.0.01/"},
			{"two parts", "http://127.1/"}, {"three parts", "http://127.0.1/"}, {"zero", "http://0/"}, {"capital X", "http://0X7F.1/"},
			{"leading zeros", "http://127.000.000.001/"}, {"an overflow", "http://4294967297/"}, {"a number after a name", "http://a.com.1/"},
		}},
		{"IPv6", []attempt{
			{"loopback", "http://[::1]/"}, {"written in full", "http://[0:0:0:0:0:0:0:1]/"}, {"unspecified", "http://[::]/"},
			{"mapped", "http://[::ffff:127.0.0.1]/"}, {"mapped in hexadecimal", "http://[::ffff:7f00:1]/"}, {"compatible", "http://[::127.0.0.1]/"},
			{"translated", "http://[::ffff:0:127.0.0.1]/"}, {"unique local", "http://[fd12::1]/"}, {"link-local", "http://[fe80::1]/"},
			{"its end", "http://[febf::1]/"}, {"site-local", "http://[fec0::1]/"}, {"multicast", "http://[ff02::1]/"}, {"documentation", "http://[2001:db8::1]/"},
		}},
		{"IPv4 within IPv6", []attempt{
			{"NAT64", "http://[64:ff9b::7f00:1]/"}, {"NAT64 with dots", "http://[64:ff9b::127.0.0.1]/"}, {"local NAT64", "http://[64:ff9b:1::7f00:1]/"},
			{"6to4", "http://[2002:7f00:1::]/"}, {"6to4, private", "http://[2002:a00:1::1]/"}, {"Teredo", "http://[2001:0:7f00:1::]/"}, {"Teredo, obfuscated", "http://[2001::f5ff:fffe]/"},
			{"by name, NAT64", "http://nat64.com/"}, {"by name, 6to4", "http://sixtofour.com/"}, {"by name, Teredo", "http://teredo.com/"}, {"by name, mapped", "http://mapped.com/"}, {"by name, compatible", "http://compat.com/"},
		}},
		{"zones", []attempt{
			{"a zone", "http://[fe80::1%25eth0]/"}, {"a zone on loopback", "http://[::1%25lo]/"}, {"a number", "http://[fe80::1%251]/"}, {"a public address with one", "http://[2606:2800:220:1::1%25eth0]/"},
			{"an empty one", "http://[::1%25]/"}, {"not escaped", "http://[fe80::1%eth0]/"}, {"on a mapped address", "http://[::ffff:127.0.0.1%25lo]/"}, {"on a name", "http://a.com%25eth0/"},
			{"with a port", "http://[fe80::1%25eth0]:80/"}, {"with a slash in it", "http://[::1%25a%2fb]/"},
		}},
		{"names of private addresses", []attempt{
			{"private", "http://in.com/"}, {"loopback", "http://loop.com/"}, {"loopback of IPv6", "http://loop6.com/"}, {"unique local", "http://ula.com/"}, {"shared", "http://cgnat.com/"},
			{"zero", "http://zero.com/"}, {"multicast", "http://multicast.com/"}, {"benchmarking", "http://bench.com/"}, {"localhost", "http://localhost/"}, {"link-local", "http://linklocal.com/"}, {"fe80", "http://fe80.com/"}, {"protocol", "http://proto.com/"},
		}},
		{"trailing dots and capitals", []attempt{
			{"a dot", "http://localhost./"}, {"a dot and capitals", "http://LOCALHOST./"}, {"two dots", "http://localhost../"}, {"a dot on an address", "http://127.0.0.1./"}, {"dots before", "http://.localhost/"},
			{"dots between", "http://in..com/"}, {"a dot on a name", "http://loop.com./"}, {"metadata with a dot", "http://metadata.google.internal./"}, {"metadata in capitals", "http://METADATA.Google.Internal/"}, {"only a dot", "http://./"},
		}},
		{"other digits and letters", []attempt{
			{"circled digits", "http://①②⑦.⓪.⓪.①/"}, {"full-width digits", "http://１２７.0.0.1/"}, {"ideographic dots", "http://127。0。0。1/"}, {"half-width dots", "http://127｡0｡0｡1/"}, {"circled letters", "http://ⓛocalhost/"},
			{"full-width letters", "http://ｌｏｃａｌｈｏｓｔ/"}, {"a soft hyphen", "http://local\u00adhost/"}, {"a zero width space", "http://local\u200bhost/"}, {"Arabic digits", "http://١٢٧.٠.٠.١/"}, {"a sharp s", "http://loopß.com/"}, {"escaped", "http://%31%32%37.0.0.1/"}, {"escaped UTF-8", "http://%e2%91%a0.com/"},
		}},
		{"userinfo and other confusion", []attempt{
			{"a host before the at sign", "http://a.com@127.0.0.1/"}, {"user and password", "http://user:pw@a.com/"}, {"only a user", "http://user@a.com/"}, {"an empty user", "http://@a.com/"}, {"a password only", "http://:pw@a.com/"},
			{"a backslash", `http://a.com\@127.0.0.1/`}, {"two at signs", "http://a@b@127.0.0.1/"}, {"a space", "http://127.0.0.1 .a.com/"}, {"a tab", "http://127.0.0.1\t/"}, {"no host", "http:///etc/passwd"}, {"a colon only", "http://:80/"},
		}},
		{"schemes", []attempt{
			{"files", "file:///etc/passwd"}, {"FTP", "ftp://a.com/"}, {"gopher", "gopher://127.0.0.1:70/_x"}, {"dict", "dict://127.0.0.1:11211/"}, {"scripts", "javascript:alert(1)"}, {"data", "data:text/plain,x"},
			{"blobs", "blob:https://a.com/1"}, {"none", "a.com/x"}, {"a path", "/etc/passwd"}, {"sockets", "unix:///var/run/docker.sock"}, {"nothing", ""},
		}},
	} {
		t.Run(class.name, func(t *testing.T) {
			if len(class.attempts) < 10 {
				t.Errorf("only %d attempts", len(class.attempts))
			}
			w := newFixture(t, Options{}, hello)
			w.checkRefused(w.open(), class.attempts...)
			w.checkRefused(w.client([]string{"*"}, everything), class.attempts...) // "*" means public hosts only
			if got := w.answer(w.open(), "http://a.com/"); got != "hello" {
				t.Errorf("the allowed request got %q", got)
			}
		})
	}
}

// TestMetadataIsNeverReached uses a policy that names the services and opens private addresses. Under
// the same policy, loopback can be reached.
func TestMetadataIsNeverReached(t *testing.T) {
	w := newFixture(t, Options{}, hello)
	hosts := []string{"169.254.169.254", "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "fd00:ec2::254", "169.254.170.2", "100.100.100.200", "192.0.0.192", "168.63.129.16",
		"metadata.google.internal", "meta.com", "meta6.com", "azure.com", "alibaba.com", "oracle.com", "metadata", "127.0.0.1", "localhost", "in.com"}
	client := w.client(hosts, capability.NetworkPolicy{Allow: hosts, AllowPrivate: true})
	w.checkRefused(client,
		attempt{"AWS", "http://169.254.169.254/"}, attempt{"mapped", "http://[::ffff:169.254.169.254]/"}, attempt{"mapped in hexadecimal", "http://[::ffff:a9fe:a9fe]/"}, attempt{"NAT64", "http://[64:ff9b::a9fe:a9fe]/"},
		attempt{"AWS over IPv6", "http://[fd00:ec2::254]/"}, attempt{"ECS", "http://169.254.170.2/"}, attempt{"Alibaba", "http://100.100.100.200/"}, attempt{"Oracle", "http://192.0.0.192/"}, attempt{"Azure", "http://168.63.129.16/"},
		attempt{"Google by name", "http://metadata.google.internal/"}, attempt{"a short name", "http://metadata/"}, attempt{"by any name", "http://meta.com/"}, attempt{"by any name, IPv6", "http://meta6.com/"}, attempt{"Azure by any name", "http://azure.com/"},
		attempt{"decimal", "http://2852039166/"}, attempt{"hexadecimal", "http://0xa9fea9fe/"}, attempt{"octal", "http://0251.0376.0251.0376/"}, attempt{"two parts", "http://169.254.43518/"})
	for _, url := range []string{"http://127.0.0.1/", "http://localhost/", "http://in.com/"} {
		if got := w.answer(client, url); got != "private" {
			t.Errorf("the allowed request got %q from %s", got, url)
		}
	}
}

func TestHosts(t *testing.T) {
	for _, c := range []struct {
		reason   string
		declared []string
		policy   capability.NetworkPolicy
		url      string
		allowed  bool
	}{
		{"both name it", []string{"a.com"}, capability.NetworkPolicy{Allow: []string{"a.com"}}, "http://a.com/", true},
		{"in capitals", []string{"A.com"}, capability.NetworkPolicy{Allow: []string{"a.COM"}}, "http://A.CoM/", true},
		{"with a dot at its end", []string{"a.com"}, capability.NetworkPolicy{Allow: []string{"a.com."}}, "http://a.com./", true},
		{"with a port", []string{"a.com:8080"}, capability.NetworkPolicy{Allow: []string{"*:8080"}}, "http://a.com:8080/", true},
		{"below a name", []string{"*.a.com"}, capability.NetworkPolicy{Allow: []string{"*"}}, "http://api.a.com/", true},
		{"an address", []string{"93.184.216.34"}, capability.NetworkPolicy{Allow: []string{"93.184.216.34"}}, "http://93.184.216.34/", true},
		{"an address of IPv6 in another spelling", []string{"2606:2800:220:1::1"}, capability.NetworkPolicy{Allow: []string{"[2606:2800:220:1:0::1]"}}, "http://[2606:2800:220:1:0:0:0:1]/", true},
		{"the name itself is not below it", []string{"*.a.com"}, capability.NetworkPolicy{Allow: []string{"*"}}, "http://a.com/", false},
		{"a name with the same end", []string{"*.a.com"}, capability.NetworkPolicy{Allow: []string{"*"}}, "http://xa.com/", false},
		{"not declared", []string{"a.com"}, capability.NetworkPolicy{Allow: []string{"*"}}, "http://b.com/", false},
		{"nothing declared", nil, capability.NetworkPolicy{Allow: []string{"*"}}, "http://a.com/", false},
		{"not allowed", []string{"*"}, capability.NetworkPolicy{Allow: []string{"a.com"}}, "http://b.com/", false},
		{"the zero policy", []string{"*"}, capability.NetworkPolicy{}, "http://a.com/", false},
		{"denied", []string{"*"}, capability.NetworkPolicy{Allow: []string{"*"}, Deny: []string{"a.com"}}, "http://a.com/", false},
		{"denied, with a dot", []string{"*"}, capability.NetworkPolicy{Allow: []string{"*"}, Deny: []string{"a.com"}}, "http://a.com./", false},
		{"denied with all below", []string{"*"}, capability.NetworkPolicy{Allow: []string{"*"}, Deny: []string{"*.a.com"}}, "http://api.a.com/", false},
		{"and the name itself", []string{"*"}, capability.NetworkPolicy{Allow: []string{"*"}, Deny: []string{"*.a.com"}}, "http://a.com/", false},
		{"everything denied", []string{"*"}, capability.NetworkPolicy{Allow: []string{"*", "a.com"}, Deny: []string{"*"}}, "http://a.com/", false},
		{"denied by its address", []string{"*"}, capability.NetworkPolicy{Allow: []string{"*"}, Deny: []string{"93.184.216.34"}}, "http://a.com/", false},
		{"a private host, named, but not opened", []string{"in.com"}, capability.NetworkPolicy{Allow: []string{"in.com"}}, "http://in.com/", false},
		{"a name that does not exist", []string{"*"}, capability.NetworkPolicy{Allow: []string{"*"}}, "http://nowhere.test/", false},
	} {
		w := newFixture(t, Options{}, hello)
		response, err := w.client(c.declared, c.policy).Get(c.url)
		if err == nil {
			_ = response.Body.Close()
		}
		if (err == nil) != c.allowed {
			t.Errorf("%s: %v", c.reason, err)
		}
	}
}

func TestPatterns(t *testing.T) {
	for _, pattern := range []string{"", "a.*", "*a.com", "a.*.com", "**", "*.", "http://a.com", "a.com/x", "a.com:", "a.com:0", "a.com:65536", "a.com:080", "a.com:+80", "a.com:80:80", "a.com:http", ":80", "*:", "*:0", "[::1]:0", "a.com:**", "ä.com", "127.1", "*.*.com", "a b",
		"[::1", "::1]", "[::1:80", "::1]:80", "[[::1]]", "[[::1]]:80", "]::1[", "[127.0.0.1]", "[a.com]", "a.com]", "[", "[]", "*.127.0.0.1", "*.[::1]", "*.::1"} {
		for _, request := range []capability.Request{
			{Needs: &capability.Needs{Hosts: []string{pattern}}},
			{Needs: &capability.Needs{}, Network: capability.NetworkPolicy{Allow: []string{pattern}}},
			{Needs: &capability.Needs{}, Network: capability.NetworkPolicy{Deny: []string{pattern}}},
		} {
			if _, err := New(nil).Open(t.Context(), &request); err == nil {
				t.Errorf("the pattern %q must be refused", pattern)
			}
		}
	}
}
