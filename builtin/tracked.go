package builtin

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// maxIndexBytes is the maximum size of an index of git that is read.
const maxIndexBytes = 256 << 20

// isUntracked reports whether a path is an existing file that git does not know. A file outside of
// a repository, and one of a repository whose index cannot be read, is such a file. git itself is
// not run, because the settings of a repository can name programs.
func isUntracked(name string) bool {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return false // there is nothing to lose
	}
	for dir := filepath.Dir(name); ; dir = filepath.Dir(dir) {
		git, err := gitDirOf(dir)
		if err == nil {
			relative, err := filepath.Rel(dir, name)
			return err != nil || !indexHas(filepath.Join(git, "index"), filepath.ToSlash(relative))
		}
		if dir == filepath.Dir(dir) {
			return true
		}
	}
}

// gitDirOf returns the directory of git's data for the top of a working tree. Of a linked working
// tree, .git is a file that names it.
func gitDirOf(dir string) (string, error) {
	name := filepath.Join(dir, ".git")
	info, err := os.Stat(name)
	if err != nil || info.IsDir() {
		return name, err
	}
	if info.Size() > 4096 {
		return "", errors.New("builtin: .git is not a file of git")
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	target, ok := strings.CutPrefix(strings.TrimSpace(string(data)), "gitdir: ")
	if !ok {
		return "", errors.New("builtin: .git is not a file of git")
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(dir, target)
	}
	return target, nil
}

// The form of an index of git: see gitformat-index(5).
const (
	indexHeader   = 12 // "DIRC", version and number of entries
	entryFlags    = 60 // where the flags of an entry are; the hash of SHA-1 is before them
	extendedFlags = 0x4000
)

// indexHas reports whether an index has a path. It knows the versions 2 to 4 with SHA-1.
func indexHas(index, wanted string) bool {
	info, err := os.Stat(index)
	if err != nil || info.Size() > maxIndexBytes {
		return false
	}
	data, err := os.ReadFile(index)
	if err != nil || len(data) < indexHeader || string(data[:4]) != "DIRC" {
		return false
	}
	version := binary.BigEndian.Uint32(data[4:])
	var name []byte
	for at, left := indexHeader, binary.BigEndian.Uint32(data[8:]); left > 0; left-- {
		start := at
		if at += entryFlags + 2; at+2 > len(data) {
			return false
		}
		if binary.BigEndian.Uint16(data[at-2:])&extendedFlags != 0 {
			at += 2
		}
		if version == 4 {
			removed, n := prefixLength(data[at:])
			if at += n; removed > len(name) {
				return false
			}
			name = name[:len(name)-removed]
		} else {
			name = name[:0]
		}
		end := bytes.IndexByte(data[at:], 0)
		if end < 0 {
			return false
		}
		name = append(name, data[at:at+end]...)
		if at += end + 1; version != 4 {
			at = start + (at-start+7)/8*8 // entries are padded with zeros
		}
		if string(name) == wanted {
			return true
		}
	}
	return false
}

// prefixLength reads how much of the path before is not a part of the next one, in the numbers of
// packs: seven bits in each byte, and one is added for each byte after the first.
func prefixLength(data []byte) (n, size int) {
	for _, b := range data {
		size++
		if n = n<<7 | int(b&0x7F); b&0x80 == 0 || size > 8 {
			break
		}
		n++
	}
	return n, size
}
