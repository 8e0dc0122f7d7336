package process

const (
	elfMachine  = 183 // of a program's header
	memfdCreate = 279 // the number of the system call, which package syscall lacks
)
