package store

import (
	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// owner identifies the owner of data: scope is the kind of the id, such as
// "session". It comes from the call, never from the model's arguments.
type owner struct{ scope, id string }

// require returns the owner, or an error with the reason if its id is empty.
// The noun names the kind of the id in the error.
func (o owner) require(reason, noun string) (owner, error) {
	if o.id == "" {
		return owner{}, texts.Unavailable(reason, "this conversation has no %s, and this tool needs one", noun)
	}
	return o, nil
}

// personalityOwner returns the call's personality, or the default personality.
func (s *Store) personalityOwner(call *runtime.Call) (owner, error) {
	id := call.PersonalityID()
	if id == "" {
		id = s.defaultPersonality
	}
	return owner{"personality", id}.require(ReasonNoPersonality, "personality")
}

// sessionOwner returns the call's session.
func (s *Store) sessionOwner(call *runtime.Call) (owner, error) {
	return sessionOwnerFromID(call.Session().ID()).require(ReasonNoSession, "session")
}

// sessionOwnerFromID returns the owner for the id of a session.
func sessionOwnerFromID(id string) owner { return owner{"session", id} }

// teamOwner returns the call's team.
func (s *Store) teamOwner(call *runtime.Call) (owner, error) {
	return owner{"team", call.TeamID()}.require(ReasonNoTeam, "team")
}

// memoryOwner returns the memory scope that the application set for the call,
// or the personality if there is none. The prefix "memory:" distinguishes an
// application's scope "team" from the owner that teamOwner returns.
func (s *Store) memoryOwner(call *runtime.Call) (owner, error) {
	if call.MemoryScopeID() == "" {
		return s.personalityOwner(call)
	}
	return owner{"memory:" + call.MemoryScope(), call.MemoryScopeID()}, nil
}

// boardOwner returns the call's team, or its personality if it has no team.
func (s *Store) boardOwner(call *runtime.Call) (owner, error) {
	if call.TeamID() == "" {
		return s.personalityOwner(call)
	}
	return s.teamOwner(call)
}

// noteOwners has the function that returns the owner of notes, for each scope.
var noteOwners = map[MemoryScope]func(*Store, *runtime.Call) (owner, error){
	ScopeDefault:     (*Store).memoryOwner,
	ScopeSession:     (*Store).sessionOwner,
	ScopePersonality: (*Store).personalityOwner,
	ScopeTeam:        (*Store).teamOwner,
}

// noteOwner returns the owner of the notes in a scope.
func (s *Store) noteOwner(call *runtime.Call, scope MemoryScope) (owner, error) {
	ownerOf, known := noteOwners[scope]
	if !known {
		return owner{}, texts.Invalid("scope", "there is no scope %q, expected default, session, personality or team", scope)
	}
	return ownerOf(s, call)
}
