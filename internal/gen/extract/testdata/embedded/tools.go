package embedded

// TakePlain takes a Plain.
//
//tool:register
func TakePlain(args Plain) {}

// TakeShadowed takes a Shadowed.
//
//tool:register
func TakeShadowed(args Shadowed) {}

// TakeConflict takes a Conflict.
//
//tool:register
func TakeConflict(args Conflict) {}

// TakeTagWins takes a TagWins.
//
//tool:register
func TakeTagWins(args TagWins) {}

// TakeTagsConflict takes a TagsConflict.
//
//tool:register
func TakeTagsConflict(args TagsConflict) {}

// TakeTagAgainstPromoted takes a TagAgainstPromoted.
//
//tool:register
func TakeTagAgainstPromoted(args TagAgainstPromoted) {}

// TakeUnexported takes a Unexported.
//
//tool:register
func TakeUnexported(args Unexported) {}

// TakePointer takes a Pointer.
//
//tool:register
func TakePointer(args Pointer) {}

// TakeNamedEmbedded takes a NamedEmbedded.
//
//tool:register
func TakeNamedEmbedded(args NamedEmbedded) {}

// TakeIgnored takes a Ignored.
//
//tool:register
func TakeIgnored(args Ignored) {}

// TakeDiamond takes a Diamond.
//
//tool:register
func TakeDiamond(args Diamond) {}

// TakeDeepConflict takes a DeepConflict.
//
//tool:register
func TakeDeepConflict(args DeepConflict) {}

// TakeHiddenByShallow takes a HiddenByShallow.
//
//tool:register
func TakeHiddenByShallow(args HiddenByShallow) {}

// TakeBadNames takes a BadNames.
//
//tool:register
func TakeBadNames(args BadNames) {}

// TakeDash takes a Dash.
//
//tool:register
func TakeDash(args Dash) {}

// TakeSameTwice takes a SameTwice.
//
//tool:register
func TakeSameTwice(args SameTwice) {}

// TakeAliased takes a Aliased.
//
//tool:register
func TakeAliased(args Aliased) {}

// TakeGeneric takes a Generic.
//
//tool:register
func TakeGeneric(args Generic) {}

// TakeCaseDiffers takes a CaseDiffers.
//
//tool:register
func TakeCaseDiffers(args CaseDiffers) {}

// TakeRecursive takes a Recursive.
//
//tool:register
func TakeRecursive(args Recursive) {}

// TakeNotStruct takes a NotStruct.
//
//tool:register
func TakeNotStruct(args NotStruct) {}

// TakeThreeLevels takes a ThreeLevels.
//
//tool:register
func TakeThreeLevels(args ThreeLevels) {}
