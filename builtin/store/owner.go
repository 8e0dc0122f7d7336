package store

import (
	"github.com/toolgen/toolgen/builtin/internal/texts"
	"github.com/toolgen/toolgen/runtime"
)

// owner says whose something is: an id, and what kind of id it is. It comes
// from the call, never from the model.
type owner struct{ scope, id string }

// orRefuse is the owner, or the refusal where the call has no such id.
func (o owner) orRefuse(reason, what string) (owner, error) {
	if o.id == "" {
		return owner{}, texts.Unavailable(reason, "this conversation has no %s, and nothing is kept without one", what)
	}
	return o, nil
}

// personalityOf is the call's personality, or the one for calls without.
func (s *Store) personalityOf(call *runtime.Call) (owner, error) {
	id := call.PersonalityID()
	if id == "" {
		id = s.personality
	}
	return owner{"personality", id}.orRefuse(ReasonNoPersonality, "personality")
}

// sessionOf is the call's session.
func (s *Store) sessionOf(call *runtime.Call) (owner, error) {
	return ownerOfSession(call.Session().ID()).orRefuse(ReasonNoSession, "session")
}

func ownerOfSession(id string) owner { return owner{"session", id} }

// teamOf is the call's team.
func (s *Store) teamOf(call *runtime.Call) (owner, error) {
	return owner{"team", call.TeamID()}.orRefuse(ReasonNoTeam, "team")
}

// memoryOf is the memory that the application gave the call, or that of its
// personality. The scope's name is set apart, so that an application's "team"
// is not confused with that of teamOf.
func (s *Store) memoryOf(call *runtime.Call) (owner, error) {
	if call.MemoryScopeID() == "" {
		return s.personalityOf(call)
	}
	return owner{"memory:" + call.MemoryScope(), call.MemoryScopeID()}, nil
}

// boardOf is the call's team, or its personality where it has no team.
func (s *Store) boardOf(call *runtime.Call) (owner, error) {
	if call.TeamID() == "" {
		return s.personalityOf(call)
	}
	return s.teamOf(call)
}

// scopes are the owners of notes, by the scope that a call names.
var scopes = map[MemoryScope]func(*Store, *runtime.Call) (owner, error){
	ScopeDefault:     (*Store).memoryOf,
	ScopeSession:     (*Store).sessionOf,
	ScopePersonality: (*Store).personalityOf,
	ScopeTeam:        (*Store).teamOf,
}

// scopeOf is the owner of the notes that are meant.
func (s *Store) scopeOf(call *runtime.Call, scope MemoryScope) (owner, error) {
	of, known := scopes[scope]
	if !known {
		return owner{}, texts.Invalid("scope", "there is no scope %q", scope)
	}
	return of(s, call)
}
