package clock

// RulesOf returns the TZif file of a zone from the rules of the program.
var RulesOf = rulesOf
