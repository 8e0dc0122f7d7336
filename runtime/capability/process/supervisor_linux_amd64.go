package process

const (
	elfMachine  = 62  // e_machine of the ELF header
	memfdCreate = 319 // the number of the system call, which package syscall does not have
)
