//go:build unix && !linux

package process

import "syscall"

// methods returns the methods of Unix systems other than Linux.
func methods() []method { return []method{groupMethod(killGroup)} }

// openDir returns the path of the working directory of the program.
func (p *program) openDir() string { return p.dirPath }

// groupAttributes give a program its own session and process group.
func groupAttributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// firstEnding returns how a program ended.
func firstEnding(_ int, result <-chan programEnd) programEnd { return <-result }
