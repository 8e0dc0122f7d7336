// Package network is the backend of the capability Network: it gives a tool an
// *http.Client that reaches the hosts which the tool declares and the policy
// allows, and nothing else.
//
// Every request is checked twice, redirects too: its URL before it is sent, and
// the address when the connection is made, so that a name that changes its
// address in between is of no use. Private, loopback, link-local and all other
// special addresses are refused unless the policy names the host and opens them;
// metadata services of cloud providers always are. Proxies of the environment
// are not used.
//
// It is the only package of the runtime that links net/http. It is safe for concurrent
// use.
package network
