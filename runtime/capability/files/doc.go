// Package files is the backend of the capabilities FS and WriteFS. It gives a tool the files that the
// tool declares and the policy allows, and no others.
//
// # Names
//
// Names are those of io/fs, relative to the working directory of the turn. An absolute name is accepted
// too if it is the working directory, a directory in reach, or a path below one of them. Every error is
// a *fs.PathError with the name as the tool wrote it and contains no other path, except for
// *capability.Stale, which is returned directly.
//
// # Reach
//
// A call can use the intersection of what the policy opens and what the tool declares: this is its
// reach. Both are lists of files and directories, absolute or relative to the working directory; ".."
// is resolved in the text, before symbolic links. Of a path of the policy and a declared path, one of
// which contains the other, the inner one is in reach. Disjoint paths have no intersection. A tool that
// declares no paths can use all paths of the policy. Paths are compared as they are on the disk, without
// symbolic links. Upper and lower case are different, also if the file system ignores case.
//
//	the policy opens    the tool declares    in reach
//	data                data/out             data/out
//	data/out            data                 data/out
//	data                out                  nothing
//	. and /srv/data     data                 data in the working directory
//	/srv                /srv/data            /srv/data
//
// Symbolic links in a path of the policy or in a declared path are followed once, when the call begins.
// A path of the policy that is inside the working directory, or inside another path of the policy, must
// not lead out of it; if it does, Open returns an error. A declared path must not lead out of the
// outermost path of the policy that contains it, or, if there is none, out of the working directory; if
// it does, it adds nothing to the reach.
//
// The ancestors of what is in reach can be listed, from the working directory on. They list only the
// names that lead to what is in reach. Missing ancestors can be created if the policy opens them for
// writing, so that a tool can create the directory that it declares. Any other path does not exist for
// reading and is a *capability.Denied for writing.
//
// Credentials, system files, and files that other programs run by themselves are closed: see [ClosedPath].
// They are a list of known names, which [Options.Close] extends and [Options.Reopen] shortens. Directories that
// git would use as bare repositories are recognised by what they contain.
//
// # What is enforced
//
// Names are resolved one component after the other. Each directory is an os.Root that is opened inside
// the one before it, and it is compared with the description of what was found. The target of a symbolic
// link is checked like a name that the tool gave, also if it is absolute. Neither a link nor a race can
// therefore lead out of reach or into a denied path. The file is checked again when it is open:
//
//   - Devices, pipes and sockets are refused without waiting for them.
//   - A file with several hard links may be a file from outside the reach. It can be neither read nor
//     written unless [Options.HardLinks] allows it. Clones of local git repositories and some package
//     managers make such files.
//   - Another file system that is mounted below a directory in reach is refused, unless
//     [Options.Mounts] allows it or the policy names the mount point. On Linux 5.6 or newer, this
//     includes bind mounts of the same file system.
//   - Symbolic links are shown, followed and removed, but never created or moved.
//
// Files are replaced as a whole: a crash leaves the old content or the new one. It can also leave a
// temporary file, which tools cannot see and which a later write in the directory removes. Permissions
// are kept, and the owner if the process is allowed to set it; access control lists and extended
// attributes are lost. A directory that can be entered but not read is out of reach.
//
// On systems other than Linux, and in a sandbox that forbids openat2, bind mounts of the same file
// system are not detected. On systems other than Linux, moving a file between directories is only safe
// if no other process replaces these directories at the same time; even then the file cannot leave the
// directory that the policy allows. On Windows, 8.3 short names of closed files are not recognised, and
// modes are those that package os reports. On js, wasip1 and plan9, hard links are not detected.
//
// All exported functions and methods are safe for concurrent use.
package files
