// Package network is the backend of the capability Network. It gives a tool an *http.Client
// that reaches the hosts which the tool declares and the policy allows, and no others.
//
// Every request is checked twice, also after a redirect: the URL before the request is sent, and
// the address when the connection is made. An attacker therefore gains nothing from a host name
// that changes its address between the two checks. Private, loopback, link-local and all other
// special addresses are refused, unless the policy names the host and opens private addresses.
// Metadata services of cloud providers are always refused. Proxies from environment variables are
// not used.
//
// No other package of the runtime links net/http. All exported functions and methods are safe for
// concurrent use.
package network
