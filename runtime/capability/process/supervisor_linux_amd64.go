package process

const (
	elfMachine  = 62  // of a program's header
	memfdCreate = 319 // the number of the system call, which package syscall lacks
)
