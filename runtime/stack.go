package runtime

// stackSize is the size of the stack that most calls need. The initial stack of a
// goroutine is smaller.
const stackSize = 3 << 10

// growStack makes the stack of the goroutine large enough for stackSize, unless it already
// is. Go copies a stack when it has to grow it, in a time that is proportional to the number
// of active functions. Growing it when a worker starts takes less than half as long as in a
// decoder or a tool, which can take longer than the rest of a short call.
//
//go:noinline
func growStack() {
	if usesStack { // never; but the compiler does not know this, and the frame has the buffer
		var buffer [stackSize]byte
		useStack(&buffer)
	}
}

// usesStack is false.
var usesStack bool

// useStack is not inlined, so that the buffer of growStack is on the stack.
//
//go:noinline
func useStack(buffer *[stackSize]byte) { buffer[0]++ }
