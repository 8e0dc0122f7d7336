package project

// failure is the failed test whose lines a parser reads.
type failure struct {
	test    *Finding // nil when the parser does not read a failure
	message excerpt
}

// addMessage adds a line to the message, for a collector.
func (f *failure) addMessage(line string, out *collector) {
	f.message.limit, f.message.secrets = maxMessage, out.secrets
	f.message.add(line)
}

// finish ends the failure and returns its finding with the message. It reports
// false when there is none.
func (f *failure) finish() (finding Finding, ok bool) {
	if ok = f.test != nil; ok {
		finding = *f.test
		finding.Message = messageOrNone(f.message.String())
	}
	*f = failure{}
	return finding, ok
}
