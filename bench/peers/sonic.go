//go:build (amd64 || arm64) && !go1.28

package peers

import (
	"context"

	"github.com/toolgen/toolgen/bench/shapes"

	"github.com/bytedance/sonic"
	"github.com/cloudwego/eino/components/tool/utils"
)

// withSonic returns sonic, and eino, which uses sonic. With other versions of Go and on
// other machines, sonic uses encoding/json; sonic_absent.go excludes both there.
func withSonic() []Peer {
	return []Peer{
		{"sonic", Decodes, shapes.Types, unmarshal(sonicUnmarshal)},
		{"eino, InferTool", Invokes, shapes.Types, each(eino, eino, eino)},
	}
}

func sonicUnmarshal(text []byte, args any) error { return sonic.Unmarshal(text, args) }

// eino is a tool that eino infers from a function.
func eino[T any](s shapes.Sample[T]) (Call, error) {
	tool, err := utils.InferTool(s.Tool.Name, s.Tool.Description, utils.InvokeFunc[T, string](s.Run))
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	return func(text []byte) (Answer, error) {
		answer, err := tool.InvokableRun(ctx, string(text))
		return Answer{Text: answer}, err
	}, nil
}
