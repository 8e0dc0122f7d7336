//go:build !unix

package process

import "os"

// directoryFlags is empty: the flags exist on Unix only.
const directoryFlags = 0

// methods returns the methods of this system.
func methods() []method {
	return []method{{Single, func() error { return nil }, startSingle}}
}

func startSingle(p *program) (tree, error) {
	attributes := &os.ProcAttr{Dir: p.dirPath, Env: p.env, Files: p.files[:]}
	process, err := os.StartProcess(p.path, p.argv, attributes)
	if err != nil {
		return nil, err
	}
	return &singleTree{process}, nil
}

// singleTree is a program whose descendants are unknown.
type singleTree struct{ process *os.Process }

func (t *singleTree) wait(ended func(programEnd)) programEnd {
	how := programEnd{code: -1}
	if state, err := t.process.Wait(); err == nil {
		how = programEnd{code: state.ExitCode(), killed: state.ExitCode() == 1} // the exit code after os.Process.Kill
	}
	ended(how)
	return how
}

func (t *singleTree) kill() { _ = t.process.Kill() } // fails if the program has ended
