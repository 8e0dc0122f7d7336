package runtime

import "unsafe"

// stackSize is the size of the stack that most calls with arguments need. The initial
// stack of a goroutine is smaller.
const stackSize = 3 << 10

// serveOnStack is serveCall with a stack that is large enough for most calls of the tool.
// Go copies a stack when it has to grow it, in a time that is proportional to the number of
// active functions. Growing it here takes less than half as long as in the decoder or in the
// search for secrets, which can take longer than the rest of a short call.
func (b *batch) serveOnStack(i int, w *worker) (isMember bool) {
	e := b.calls[i].entry
	if e.tool.Decode != nil || e.needsStack.Load() {
		growStack()
		return b.serveCall(i, w)
	}
	before := stackPosition()
	isMember = b.serveCall(i, w)
	if stackPosition() != before {
		e.needsStack.Store(true)
	}
	return isMember
}

// growStack makes the stack of the goroutine large enough for stackSize, unless it already
// is.
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

// stackPosition returns the address of its variable, which changes when the stack is copied.
//
//go:noinline
func stackPosition() uintptr {
	var variable byte
	return uintptr(unsafe.Pointer(&variable))
}
