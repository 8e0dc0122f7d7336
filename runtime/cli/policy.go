package cli

import (
	"errors"
	"flag"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"strings"

	"github.com/toolgen/toolgen/internal/hosts"
)

// appendChecked returns the function of a flag that can be repeated: it checks each value and appends it
// to the list.
func appendChecked(list *[]string, check func(string) error) func(string) error {
	return func(value string) error {
		if err := check(value); err != nil {
			return err
		}
		*list = append(*list, value)
		return nil
	}
}

// allowRead, allowWrite, allowHost and allowPrivate define the flags of the policy. Without them tools can
// use no file and no host.
// grant defines the flag of the grants that tools require.
func grant(f *flag.FlagSet, v *invocation) {
	f.Func("grant", "let tools run that require this grant, a `name` from //tool:requires; can be repeated",
		appendChecked(&v.policy.Grants, notEmpty))
}

func allowRead(f *flag.FlagSet, v *invocation) {
	f.Func("allow-read", "let tools read the file or directory at this `path`, which can be relative to --dir; can be repeated",
		appendChecked(&v.policy.Files.Read, notEmpty))
}

func allowWrite(f *flag.FlagSet, v *invocation) {
	f.Func("allow-write", "let tools read and write the file or directory at this `path`, which they can create; can be repeated",
		appendChecked(&v.policy.Files.Write, notEmpty))
}

func allowHost(f *flag.FlagSet, v *invocation) {
	f.Func("allow-host", "let tools send requests to this `host`: a name, *.example.org for all names below it, or * for every public host, on the ports 80 and 443, or on the port after it (localhost:8080, localhost:* for every port); can be repeated",
		appendChecked(&v.policy.Network.Allow, CheckHost))
}

func allowPrivate(f *flag.FlagSet, v *invocation) {
	f.BoolVar(&v.policy.Network.AllowPrivate, "allow-private", false, "open private and loopback addresses of the hosts that --allow-host names")
}

// notEmpty returns an error for an empty value.
func notEmpty(value string) error {
	if value == "" {
		return errors.New("the value is empty")
	}
	return nil
}

// CheckHost returns an error for a pattern of --allow-host that no host can match, such as a URL. Programs with a flag of
// their own use it, too.
func CheckHost(pattern string) error {
	host, _ := hosts.Split(pattern)
	if _, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil || host == hosts.All {
		return nil
	}
	name := strings.TrimSuffix(strings.TrimPrefix(host, "*."), ".")
	isInvalid := func(r rune) bool {
		return r <= ' ' || r >= 0x7F || strings.ContainsRune(`*/\:@?#[]%`, r)
	}
	if name == "" || strings.HasPrefix(name, ".") || strings.ContainsFunc(name, isInvalid) {
		return errors.New("expected an ASCII host without scheme and path, such as example.org, *.example.org, 127.0.0.1:8080, localhost:* or *")
	}
	return nil
}

// checkPolicy returns an error if a path of --allow-read does not exist, and if --allow-private has no
// effect.
func (v *invocation) checkPolicy() error {
	for _, path := range v.policy.Files.Read {
		if !filepath.IsAbs(path) {
			path = filepath.Join(v.dir, path)
		}
		if _, err := os.Stat(path); err != nil {
			return fmt.Errorf("--allow-read: %w", err)
		}
	}
	network := v.policy.Network
	for _, pattern := range network.Allow {
		if host, _ := hosts.Split(pattern); host != hosts.All {
			return nil
		}
	}
	if network.AllowPrivate {
		return errors.New("--allow-private has no effect: name a host with --allow-host")
	}
	return nil
}

// setDir makes the working directory absolute, as backends require it. By default it is the current
// directory.
func (v *invocation) setDir() error {
	dir, err := filepath.Abs(v.dir)
	if err != nil {
		return err
	}
	switch info, err := os.Stat(dir); {
	case err != nil:
		return fmt.Errorf("--dir: %w", err)
	case !info.IsDir():
		return fmt.Errorf("--dir: %s is not a directory", dir)
	}
	v.dir = dir
	return nil
}

// flagHints name the flags that allow what a call was refused, by the reason of the refusal.
var flagHints = map[string]string{
	"fs:read":           "--allow-read PATH lets tools read files",
	"fs:write":          "--allow-write PATH lets tools write files",
	"fs:read, fs:write": "--allow-write PATH lets tools write files",
	"network":           "--allow-host HOST opens hosts, --allow-private opens their private addresses",
}
