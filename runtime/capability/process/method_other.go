//go:build !unix

package process

import "os"

// onlyDirectories are flags of Unix.
const onlyDirectories = 0

// methods are the ways to start programs.
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

// singleTree is a program whose descendants are not known.
type singleTree struct{ process *os.Process }

func (t *singleTree) wait(ended func(ending)) ending {
	how := ending{code: -1}
	if state, err := t.process.Wait(); err == nil {
		how = ending{code: state.ExitCode(), killed: state.ExitCode() == 1} // os.Process.Kill makes it 1
	}
	ended(how)
	return how
}

func (t *singleTree) kill() { _ = t.process.Kill() } // it may have ended
