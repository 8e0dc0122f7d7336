package process

const (
	elfMachine  = 183 // e_machine of the ELF header
	memfdCreate = 279 // the number of the system call, which package syscall does not have
)
