package model

import "time"

// Tool is one function or method marked //tool:register.
type Tool struct {
	// Span is that of the function's name.
	Span Span
	// Package is the import path.
	Package string
	// Function is the name of the function; Receiver is nil for functions.
	Function string
	Receiver *Receiver

	// ID, Name, Title and Description are what callers see.
	ID, Name, Title, Description string
	// Toolset, Category and Version as the directives say.
	Toolset, Category, Version string

	// Context says that the first parameter is a context.
	Context bool
	// Injected are the parameters between the context and the arguments.
	Injected []Injected
	// Arguments is the struct that the model fills in; nil for none.
	Arguments *Type
	// Validates says that *Arguments has a method Validate() error.
	Validates bool
	// Result is what the function returns beside the error.
	Result Result
	// Error says that the last result is an error.
	Error bool
	// Signature is the function's type, the receiver first.
	Signature GoType

	// Behaviour is what the directives ask of the runtime.
	Behaviour Behaviour
}

// Receiver is the type whose method a tool is.
type Receiver struct {
	// Name is the type's.
	Name string
	// Pointer says that the method's receiver is a pointer.
	Pointer bool
	// Shutdown says that the type has a method Shutdown(context.Context) error.
	Shutdown bool
	// Members are those of the watched names that the type has; see
	// Type.Members.
	Members []string
}

// Injected is the kind of a parameter that the runtime fills in.
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

// ResultKind is how a function's value becomes a result.
type ResultKind uint8

// The kinds of results.
const (
	ResultNone    ResultKind = iota // no value: an empty text
	ResultText                      // string
	ResultWhole                     // runtime.Result
	ResultObject                    // a value whose JSON is an object
	ResultWrapped                   // any other value: {"result": value}
)

// Result is what a tool function returns.
type Result struct {
	Kind ResultKind
	// Type is the value's type for ResultObject and ResultWrapped.
	Type *Type
	// Stringer says that the value has a method String() string, whose text
	// stands for the JSON.
	Stringer bool
}

// Behaviour is what directives ask for, ready to be emitted into the
// runtime's tool. Zero values mean not asked for.
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

// Example is the directive example: a call that must be valid.
type Example struct {
	// JSON is the text of the arguments, as written.
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
	Func   string // func(Arguments) bool or, for Words, string; empty: always
	Words  bool   // Func returns why consent is needed; empty words: it is not
	Reason string // why, when Func gives no words
}

// DryRun is the directive dry-run.
type DryRun struct {
	// Func has the tool's parameters. Method says that it is a method of the
	// receiver.
	Func   string
	Method bool
	// Result and Error are what it returns, as in Tool.
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

// Needs is what the tool may touch, from its parameters and directives.
type Needs struct {
	// Kinds are the names of the runtime's constants, such as "KindRead", in
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
