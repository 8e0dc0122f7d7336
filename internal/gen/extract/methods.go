package extract

import (
	"go/types"
	"strconv"
	"strings"
)

// hasMethod reports whether a type or a pointer to it has an exported method with
// that signature, written without the names of parameters.
func hasMethod(t types.Type, name, signature string) bool {
	if !mayHaveMethods(t) {
		return false
	}
	object, _, _ := types.LookupFieldOrMethod(t, true, nil, name)
	method, ok := object.(*types.Func)
	return ok && writtenSignature(method.Signature()) == signature
}

// mayHaveMethods reports whether a type or a pointer to it can have methods: its own, or those of
// embedded fields.
func mayHaveMethods(t types.Type) bool {
	t = types.Unalias(t)
	if pointer, ok := t.(*types.Pointer); ok {
		t = types.Unalias(pointer.Elem())
	}
	if named, ok := t.(*types.Named); ok && named.NumMethods() > 0 {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Basic, *types.Slice, *types.Array, *types.Map:
		return false
	case *types.Struct:
		return hasEmbedded(u)
	}
	return true
}

// hasEmbedded reports whether a struct has embedded fields.
func hasEmbedded(structure *types.Struct) bool {
	for field := range structure.Fields() {
		if field.Embedded() {
			return true
		}
	}
	return false
}

// hasValueMethod does the same as hasMethod for values that are not addressable.
func hasValueMethod(t types.Type, name, signature string) bool {
	if !mayHaveMethods(t) {
		return false
	}
	selection := types.NewMethodSet(t).Lookup(nil, name)
	if selection == nil {
		return false
	}
	method, ok := selection.Obj().(*types.Func)
	return ok && writtenSignature(method.Signature()) == signature
}

// writtenSignature returns the type of a function with import paths and without
// the names of parameters.
func writtenSignature(s *types.Signature) string {
	unnamed := func(tuple *types.Tuple) *types.Tuple {
		variables := make([]*types.Var, tuple.Len())
		for i := range variables {
			variables[i] = types.NewParam(0, nil, "", types.Unalias(tuple.At(i).Type()))
		}
		return types.NewTuple(variables...)
	}
	bare := types.NewSignatureType(nil, nil, nil, unnamed(s.Params()), unnamed(s.Results()), s.Variadic())
	return strings.ReplaceAll(types.TypeString(bare, nil), "uint8", "byte")
}

func digits(n int) string { return strconv.Itoa(n) }
