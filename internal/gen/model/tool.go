package model

import "time"

// Tool is a function or method marked //tool:register.
type Tool struct {
	// Span is the position of the function's name.
	Span Span
	// Package is the import path.
	Package string
	// Function is the name of the function. Receiver is nil for functions.
	Function string
	Receiver *Receiver

	// ID, Name, Title and Description are visible to callers.
	ID, Name, Title, Description string
	// Toolset, Category and Version are the values of the directives.
	Toolset, Category, Version string

	// Context means that the first parameter is a context.
	Context bool
	// Injected are the parameters between the context and the arguments.
	Injected []Injected
	// Arguments is the struct of the arguments; nil if there are none. If Passing is
	// PassEach, it has neither a Go type nor a name, and one field for each parameter.
	Arguments *Type
	// Passing is how the function takes the arguments.
	Passing Passing
	// Validates means that *Arguments has a method Validate() error.
	Validates bool
	// Result is the result of the function in addition to the error.
	Result Result
	// Error means that the last result is an error.
	Error bool
	// Signature is the type of the function, with the receiver first.
	Signature GoType

	// Behaviour has the values of the directives.
	Behaviour Behaviour
}

// Passing is how a function takes its arguments.
type Passing uint8

// The ways in which functions take their arguments.
const (
	PassStruct  Passing = iota // a struct
	PassPointer                // a pointer to a struct
	PassEach                   // one parameter for each argument
)

// Receiver is the receiver type of a tool that is a method.
type Receiver struct {
	// Name is the name of the type.
	Name string
	// Pointer means that the receiver of the method is a pointer.
	Pointer bool
	// Shutdown means that the type has a method Shutdown(context.Context) error.
	Shutdown bool
	// Members are the guarded names that the type has; see Type.Members.
	Members []string
	// Embedded is the number of levels of embedded types.
	Embedded int
}

// Injected is the kind of a parameter that the runtime sets.
type Injected uint8

// The kinds of injected parameters.
const (
	InjectCall        Injected = iota // *runtime.Call
	InjectFS                          // capability.FS
	InjectWriteFS                     // capability.WriteFS
	InjectHTTP                        // *http.Client
	InjectExec                        // capability.Exec
	InjectSecrets                     // capability.Secrets
	InjectKV                          // capability.KV
	InjectAttachments                 // capability.Attachments
)

// ResultKind is the conversion of a function value to a result.
type ResultKind uint8

// The kinds of results.
const (
	ResultNone    ResultKind = iota // no value: an empty text
	ResultText                      // string
	ResultWhole                     // runtime.Result
	ResultObject                    // a value whose JSON is an object
	ResultWrapped                   // any other value: {"result": value}
)

// Result is the value that a tool function returns.
type Result struct {
	Kind ResultKind
	// Type is the type of the value for ResultObject and ResultWrapped.
	Type *Type
	// Stringer means that the value has a method String() string, whose text
	// replaces the JSON.
	Stringer bool
}

// Behaviour has the values of directives for the tool of the runtime. A zero
// value means that the directive is absent.
type Behaviour struct {
	Requires       []string
	MaxResultChars int
	Timeout        time.Duration
	ReadOnly       bool
	Destructive    bool
	Idempotent     bool
	OpenWorld      bool
	SideEffects    bool
	AlwaysInclude  bool
	ReturnDirect   bool
	Exclusive      bool
	Concurrent     bool
	NoRepair       bool
	Strict         bool
	NoDialects     []string
	Examples       []Example
	Available      *Available
	Approval       *Approval
	Untrusted      *Untrusted
	Cache          *Cache
	Retry          *Retry
	Serialize      []*Field // fields of Arguments
	DryRun         *DryRun
	Needs          *Needs
	Allow          []Allow
}

// Example is the directive example: the arguments of a valid call.
type Example struct {
	// JSON is the text of the arguments as the author wrote it.
	JSON string
	Span Span
}

// Available is the directive available.
type Available struct {
	Env, Binaries []string
	Func          string // a function func() bool, or a method of the receiver
	FuncIsMethod  bool
}

// Approval is the directive requires-approval.
type Approval struct {
	Func   string // func(Arguments) bool or, if Words is set, func(Arguments) string; empty: always
	Words  bool   // Func returns the reason for approval; an empty reason means that none is needed
	Reason string // the reason if Func returns none
}

// DryRun is the directive dry-run.
type DryRun struct {
	// Func has the parameters of the tool. Method means that it is a method of
	// the receiver.
	Func   string
	Method bool
	// Signature is the type of Func, with a pointer to the receiver of a method first.
	Signature GoType
	// Result and Error are the results of Func, as in Tool.
	Result Result
	Error  bool
}

// Untrusted is the directive untrusted-output.
type Untrusted struct {
	Source *Field // nil for none
}

// Cache is the directive cache.
type Cache struct {
	TTL  time.Duration
	Keys []*Field
}

// Retry is the directive retry.
type Retry struct {
	Count   int
	Backoff time.Duration
}

// Needs are the capabilities of the tool, from its parameters and directives.
type Needs struct {
	// Kinds are the names of constants of package runtime, such as "KindRead", in
	// their order.
	Kinds                    []string
	Read, Write              []string
	Hosts, Binaries, Secrets []string
	StorageScope             string
	StorageTTL               time.Duration
	Attachments              []string
}

// Allow is the directive allow.
type Allow struct {
	Capability, Reason string
}
