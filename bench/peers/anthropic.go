package peers

import (
	"context"
	"errors"

	"github.com/toolgen/toolgen/bench/shapes"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/toolrunner"
)

// anthropicTool is a typed tool of the SDK of Anthropic, executed like its tool runner
// does.
func anthropicTool[T any](s shapes.Sample[T]) (Call, error) {
	type content = anthropic.BetaToolResultBlockParamContentUnion
	tool, err := toolrunner.NewBetaToolFromBytes(s.Tool.Name, s.Tool.Description, []byte(s.Tool.Input),
		func(ctx context.Context, args T) (content, error) {
			answer, err := s.Run(ctx, args)
			return content{OfText: &anthropic.BetaTextBlockParam{Text: answer}}, err
		})
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	return func(text []byte) (Answer, error) {
		blocks, err := tool.Execute(ctx, text)
		if err != nil {
			return Answer{}, err
		}
		if len(blocks) != 1 || blocks[0].OfText == nil {
			return Answer{}, errors.New("not one block of text")
		}
		return Answer{Text: blocks[0].OfText.Text}, nil
	}, nil
}
