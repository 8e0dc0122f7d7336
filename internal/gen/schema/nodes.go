package schema

import (
	"sync"

	"github.com/invopop/jsonschema"

	"github.com/toolgen/toolgen/internal/gen/model"
)

// EncodeInput returns the JSON text of the schema that Input returns. It uses the memory of
// earlier schemas again.
func EncodeInput(t *model.Type) ([]byte, error) {
	n := nodesPool.Get().(*nodes)
	defer n.release()
	return Encode((&builder{memory: n}).input(t))
}

// EncodeOutput returns the JSON text of the schema that Output returns, or nil if there is none.
// It uses the memory of earlier schemas again.
func EncodeOutput(r model.Result) ([]byte, error) {
	n := nodesPool.Get().(*nodes)
	defer n.release()
	if s := (&builder{output: true, memory: n}).ofResult(r); s != nil {
		return Encode(s)
	}
	return nil, nil
}

// nodesTogether is the number of nodes that are allocated together.
const nodesTogether = 32

// nodes is memory for the nodes of one schema after another: a node has 700 bytes, of which
// most are not used.
type nodes struct {
	blocks [][]jsonschema.Schema
	used   int
}

// nodesPool has memory that no schema uses.
var nodesPool = sync.Pool{New: func() any { return new(nodes) }}

// node returns an empty node.
func (b *builder) node() *jsonschema.Schema {
	n := b.memory
	if n == nil {
		return &jsonschema.Schema{}
	}
	if n.used == len(n.blocks)*nodesTogether {
		n.blocks = append(n.blocks, make([]jsonschema.Schema, nodesTogether))
	}
	node := &n.blocks[n.used/nodesTogether][n.used%nodesTogether]
	n.used++
	return node
}

// release makes the memory free for another schema.
func (n *nodes) release() {
	for _, block := range n.blocks {
		clear(block[:min(n.used, nodesTogether)])
		n.used -= min(n.used, nodesTogether)
	}
	nodesPool.Put(n)
}
