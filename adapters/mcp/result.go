package mcp

import (
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/runtime"
)

// Keys of a result's _meta.
const (
	// MetaError is an object with the member code of a failed call, and the
	// members field (the argument that is wrong), reason and conflictKey if the
	// failure has them.
	MetaError = "io.github.toolgen/error"
	// MetaTruncated describes a text that was cut: the members total and kept are
	// in code points, and handle identifies the complete text.
	MetaTruncated = "io.github.toolgen/truncated"
)

// result returns the result of a call in the form of MCP.
func result(of *runtime.CallResult) *sdk.CallToolResult {
	r := &of.Result
	out := &sdk.CallToolResult{Content: []sdk.Content{}, IsError: !r.OK}
	for i, part := range r.Content() {
		if i == 0 && !r.OK && part.Kind == runtime.PartText {
			part.Text = string(r.Code) + ": " + part.Text
		}
		if c := content(&part); c != nil {
			out.Content = append(out.Content, c)
		}
	}
	if r.Structured != nil {
		out.StructuredContent = r.Structured
	}
	meta := sdk.Meta{}
	if !r.OK {
		meta[MetaError] = withoutEmpty(map[string]string{
			"code": string(r.Code), "field": r.Field, "reason": r.Reason, "conflictKey": r.ConflictKey,
		})
		if len(out.Content) == 0 {
			out.Content = append(out.Content, &sdk.TextContent{Text: string(r.Code)})
		}
	}
	if of.Truncated != nil {
		meta[MetaTruncated] = of.Truncated
	}
	if len(meta) > 0 {
		out.Meta = meta
	}
	return out
}

// withoutEmpty deletes empty values from the map, and returns it.
func withoutEmpty(m map[string]string) map[string]string {
	for key, value := range m {
		if value == "" {
			delete(m, key)
		}
	}
	return m
}

// content returns a part in the form of MCP; nil for a part of an unknown kind.
func content(p *runtime.Part) sdk.Content {
	a := annotations(&p.Annotations)
	switch p.Kind {
	case runtime.PartText:
		return &sdk.TextContent{Text: p.Text, Annotations: a}
	case runtime.PartImage:
		return &sdk.ImageContent{MIMEType: p.MIME, Data: p.Data, Annotations: a}
	case runtime.PartAudio:
		return &sdk.AudioContent{MIMEType: p.MIME, Data: p.Data, Annotations: a}
	case runtime.PartResource:
		return &sdk.EmbeddedResource{Annotations: a, Resource: &sdk.ResourceContents{URI: p.URI, MIMEType: p.MIME, Text: p.Text, Blob: p.Data}}
	case runtime.PartResourceLink:
		return &sdk.ResourceLink{
			URI: p.URI, Name: p.Name, Title: p.Title, Description: p.Description, MIMEType: p.MIME, Size: p.Size, Annotations: a,
		}
	}
	return nil
}

// annotations returns the annotations of a part; nil if there are none.
func annotations(of *runtime.Annotations) *sdk.Annotations {
	a := &sdk.Annotations{}
	for _, role := range of.Audience {
		a.Audience = append(a.Audience, sdk.Role(role))
	}
	if of.Priority != nil {
		a.Priority = *of.Priority
	}
	if !of.LastModified.IsZero() {
		a.LastModified = of.LastModified.UTC().Format(time.RFC3339)
	}
	if a.Audience == nil && a.Priority == 0 && a.LastModified == "" {
		return nil
	}
	return a
}
