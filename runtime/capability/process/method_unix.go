//go:build unix && !linux

package process

import "syscall"

// methods are the ways to start programs, strongest first.
func methods() []method { return []method{groupMethod(killGroup)} }

// openDir is a path to the program's directory.
func (p *program) openDir() string { return p.dirPath }

// groupAttributes give a program a session and process group of its own.
func groupAttributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }
