package runtime

// Key names a typed value that middleware attaches to a call for the tool or
// for other middleware. Two keys are equal only if they are the same variable.
type Key[T any] struct{ name string }

// NewKey makes a key. The name is for logs.
func NewKey[T any](name string) *Key[T] { return &Key[T]{name} }

// String is the key's name.
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

// Get returns the value attached to the call, and whether there is one.
func (k *Key[T]) Get(c *Call) (T, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	value, ok := c.values[k]
	typed, _ := value.(T) // a nil interface is a value too
	return typed, ok
}
