package extract

import (
	"go/types"
	"strings"

	"github.com/toolgen/toolgen/internal/gen/model"
)

const (
	runtimePath    = "github.com/toolgen/toolgen/runtime"
	capabilityPath = runtimePath + "/capability"
)

// injections are the parameters that the runtime sets, by type.
var injections = map[string]model.Injected{
	"*" + runtimePath + ".Call":     model.InjectCall,
	capabilityPath + ".FS":          model.InjectFS,
	capabilityPath + ".WriteFS":     model.InjectWriteFS,
	"*net/http.Client":              model.InjectHTTP,
	capabilityPath + ".Exec":        model.InjectExec,
	capabilityPath + ".Secrets":     model.InjectSecrets,
	capabilityPath + ".KV":          model.InjectKV,
	capabilityPath + ".Attachments": model.InjectAttachments,
}

// typePath writes a type that has a name, or a pointer to one, with import paths and
// without aliases. It returns an empty text, maybe after asterisks, for other types.
func typePath(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return t.String()
	case *types.Pointer:
		return "*" + typePath(t.Elem())
	case *types.Named:
		switch {
		case t.TypeArgs() != nil:
			return ""
		case t.Obj().Pkg() == nil: // error
			return t.Obj().Name()
		}
		pkg, name := nameOf(t.Obj())
		return pkg.path + "." + name
	}
	return ""
}

// packageName is the import path and the name of a package.
type packageName struct{ path, name string }

// rawMessagePackage is the package of json.RawMessage.
var rawMessagePackage = packageName{"encoding/json", "json"}

// nameOf returns the package and the name of a type of a package. Generated code must
// not depend on GOEXPERIMENT=jsonv2, with which json.RawMessage is an alias.
func nameOf(object *types.TypeName) (pkg packageName, name string) {
	if object.Pkg().Path() == "encoding/json/jsontext" && object.Name() == "Value" {
		return rawMessagePackage, "RawMessage"
	}
	return packageName{object.Pkg().Path(), object.Pkg().Name()}, object.Name()
}

// injectionMeant returns the injected type that differs from a parameter's type
// only by a pointer.
func injectionMeant(path string) (meant string, found bool) {
	for _, candidate := range [2]string{"*" + path, strings.TrimPrefix(path, "*")} {
		if _, ok := injections[candidate]; ok && candidate != path {
			return strings.Repeat("*", strings.Count(candidate, "*")) + candidate[strings.LastIndex(candidate, "/")+1:], true
		}
	}
	return "", false
}
