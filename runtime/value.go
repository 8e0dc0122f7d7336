package runtime

// Key identifies a typed value that middleware attaches to a call, for the tool
// or for other middleware. Two keys are equal only if they are the same
// pointer.
type Key[T any] struct{ name string }

// NewKey returns a new key. The name is for logs.
func NewKey[T any](name string) *Key[T] { return &Key[T]{name} }

// String returns the name of the key.
func (k *Key[T]) String() string { return k.name }

// Set attaches the value to the call.
func (k *Key[T]) Set(c *Call, value T) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.values == nil {
		c.values = make(map[any]any)
	}
	c.values[k] = value
}

// Get returns the value that is attached to the call, and whether there is one.
func (k *Key[T]) Get(c *Call) (T, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	value, ok := c.values[k]
	typed, _ := value.(T) // the zero T for a nil interface value
	return typed, ok
}
