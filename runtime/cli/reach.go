package cli

import (
	"errors"
	"flag"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
)

// given adds each value of a flag that may be repeated to a list, if the check
// passes.
func given(list *[]string, check func(string) error) func(string) error {
	return func(value string) error {
		if err := check(value); err != nil {
			return err
		}
		*list = append(*list, value)
		return nil
	}
}

// allowRead, allowWrite, allowHost and allowPrivate open what tools may reach.
// Without them it is no file and no host.
func allowRead(f *flag.FlagSet, v *invocation) {
	f.Func("allow-read", "let tools read the file or directory at this `path`, from --dir on if relative; may be repeated",
		given(&v.policy.Files.Read, notEmpty))
}

func allowWrite(f *flag.FlagSet, v *invocation) {
	f.Func("allow-write", "the same for writing, which implies reading; what does not exist yet can be made at this `path`",
		given(&v.policy.Files.Write, notEmpty))
}

func allowHost(f *flag.FlagSet, v *invocation) {
	f.Func("allow-host", "let tools speak to this `host`: a name, *.example.org for all below it, or * for every public one; may be repeated",
		given(&v.policy.Network.Allow, checkHost))
}

func allowPrivate(f *flag.FlagSet, v *invocation) {
	f.BoolVar(&v.policy.Network.AllowPrivate, "allow-private", false, "open private and loopback addresses of hosts that --allow-host names")
}

func notEmpty(value string) error {
	if value == "" {
		return errors.New("it is empty")
	}
	return nil
}

// checkHost refuses patterns that no host could match, such as URLs.
func checkHost(pattern string) error {
	if _, err := netip.ParseAddr(strings.Trim(pattern, "[]")); err == nil || pattern == "*" {
		return nil
	}
	name := strings.TrimSuffix(strings.TrimPrefix(pattern, "*."), ".")
	odd := func(r rune) bool {
		return r <= ' ' || r >= 0x7F || strings.ContainsRune(`*/\:@?#[]%`, r)
	}
	if name == "" || strings.HasPrefix(name, ".") || strings.ContainsFunc(name, odd) {
		return errors.New("want a host in ASCII without scheme, port and path, such as example.org, *.example.org, 127.0.0.1 or *")
	}
	return nil
}

// checkReach refuses what cannot be meant: directories and files that are not
// there, and a flag that does nothing.
func (v *invocation) checkReach() error {
	for _, path := range v.policy.Files.Read {
		if !filepath.IsAbs(path) {
			path = filepath.Join(v.dir, path)
		}
		if _, err := os.Stat(path); err != nil {
			return fmt.Errorf("--allow-read: %w", err)
		}
	}
	network := v.policy.Network
	for _, host := range network.Allow {
		if host != "*" {
			return nil
		}
	}
	if network.AllowPrivate {
		return errors.New("--allow-private opens addresses of hosts that --allow-host names, and it names none")
	}
	return nil
}

// setDir makes the directory absolute, as backends want it; the current one
// unless a flag names another.
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

// openers are the flags that open what a call was refused for, by the reason of
// the refusal.
var openers = map[string]string{
	"fs:read":           "--allow-read PATH opens files",
	"fs:write":          "--allow-write PATH opens files for writing",
	"fs:read, fs:write": "--allow-write PATH opens files for writing",
	"network":           "--allow-host HOST opens hosts, --allow-private their private addresses",
}
