package files

import (
	"errors"
	"os"
	"syscall"
)

// renameAt moves a file between two open directories, also if these directories were moved.
func renameAt(from, to *location) error {
	source, err := from.dir.Open(".")
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := to.dir.Open(".")
	if err != nil {
		return err
	}
	defer target.Close()
	err = withDescriptors(source, target, func(source, target int) error {
		return syscall.Renameat(source, from.base, target, to.base)
	})
	if errors.Is(err, syscall.EXDEV) {
		return errOtherFileSystem
	}
	return err
}

// withDescriptors calls use with the descriptors of two open directories.
func withDescriptors(a, b *os.File, use func(a, b int) error) error {
	rawA, err := a.SyscallConn()
	if err != nil {
		return err
	}
	rawB, err := b.SyscallConn()
	if err != nil {
		return err
	}
	var inner, answer error
	err = rawA.Control(func(fdA uintptr) {
		inner = rawB.Control(func(fdB uintptr) { answer = use(int(fdA), int(fdB)) })
	})
	return errors.Join(err, inner, answer)
}
