package network

import (
	"net/http"
	"slices"
	"strings"
)

// ownHeaders are headers that the transport writes itself. Under another spelling of its name, such as "host", a
// header would be sent in addition to it.
var ownHeaders = []string{"Host", "Content-Length", "Transfer-Encoding", "Trailer"}

// formRefusal returns the reason why the form of a request must not be sent, or an empty string. Some forms are
// messages to a proxy or another protocol: the server could then connect to another host. Tools can set all
// fields of a request, also to values that package http does not make.
func formRefusal(request *http.Request) string {
	u, method := request.URL, strings.ToUpper(request.Method)
	path := u.EscapedPath()
	switch {
	case method == http.MethodConnect || method == "PRI":
		return "only HTTP can be used: the method " + method + " is not allowed"
	case u.Opaque != "":
		return "the URL must have a host and a path: an opaque URL is not allowed"
	case path != "" && path[0] != '/' && (path != "*" || method != http.MethodOptions):
		return "the path of the URL must begin with a slash"
	}
	for name, values := range request.Header {
		if reason := headerRefusal(name, values); reason != "" {
			return reason
		}
	}
	return ""
}

// headerRefusal returns the reason why a header must not be sent, or an empty string.
func headerRefusal(name string, values []string) string {
	canonical := http.CanonicalHeaderKey(name)
	switch {
	case canonical == "Upgrade" || canonical == "Connection" && strings.Contains(strings.ToLower(strings.Join(values, ",")), "upgrade"):
		return "only HTTP can be used: the Upgrade header is not allowed"
	case canonical != name && slices.Contains(ownHeaders, canonical):
		return "the header " + canonical + " must have this spelling"
	}
	return ""
}
