// Package files is the backend of the capabilities FS and WriteFS: it gives a tool
// the files that it declares and the policy allows, and nothing else.
//
// # Names
//
// Names are those of io/fs, relative to the turn's working directory. An
// absolute name is taken as well when it lies at or below the working directory or a
// directory in reach. Every error is a *fs.PathError with the name as the tool gave it, and
// never tells another path; but for *capability.Stale, which stands alone.
//
// # Reach
//
// A call reaches the intersection of what the policy opens and what the tool declares. Both are
// files or directories, absolute or relative to the working directory; ".." is resolved in the
// text, before symbolic links. Of a path of the policy and a declared path, one of which is in the
// other, the inner one is in reach; of disjoint paths, nothing is. A tool that declares no paths
// declares all. Paths are compared as they are on the disk, without symbolic links; a letter of
// another case makes another path, also where the file system ignores case.
//
//	the policy opens    the tool declares    in reach
//	data                data/out             data/out
//	data/out            data                 data/out
//	data                out                  nothing
//	. and /srv/data     data                 data in the working directory
//	/srv                /srv/data            /srv/data
//
// Symbolic links in a path of the policy, and in a declared path, are followed once, when the call
// begins. A path of the policy that is in the working directory, or in another path of the policy,
// cannot lead out of it. Neither can a declared path lead out of the outermost path of the policy
// that it is in, or, if it is in none, out of the working directory. A path of the policy that does
// so is an error, a declared path that does so opens nothing.
//
// Directories above those in reach can be listed from the working directory on; they list only the
// names that lead to those. Missing ones can be made where the policy opens them for writing, so
// that a tool can make the directory that it declares. All else does not exist for reading and is a *capability.Denied
// for writing.
//
// Credentials, system files and what other programs run by themselves are
// closed whatever the policy says: see [Floor].
//
// # What is enforced
//
// Names are resolved here, one component after the other, each in an os.Root of the
// directory before it, whose identity is compared with what was seen. Where a symbolic
// link leads is judged like a name that was given, absolute links too. So neither a
// link nor a race leads out of reach, or past what is denied. What a name leads to
// is checked again when it is open:
//
//   - Devices, pipes and sockets are refused, without waiting for them.
//   - A file with several hard links may be one from elsewhere. It is
//     neither read nor written unless [Options.HardLinks] says so; git clones of
//     local repositories and some package managers make such files.
//   - Another file system that is mounted below a directory in reach is
//     refused unless [Options.Mounts] says so or the policy names the place itself. On Linux 5.6
//     or newer this covers bind mounts of the same file system.
//   - Symbolic links are shown, followed and removed, but never made or moved.
//
// Files are replaced as a whole: a crash leaves the old content or the new one,
// and at most a file that no tool sees and that the next write there removes. Permissions are
// kept, and the owner as far as the process may; access lists and extended attributes are not.
// A directory that can be entered but not read is out of reach.
//
// Outside Linux, and where a sandbox keeps openat2 away, bind mounts of the same file
// system are not noticed. Outside Linux moving a file between directories trusts that
// nobody exchanges them meanwhile; it cannot leave the directory that the policy allows.
// On Windows, 8.3 short names of closed
// files are not recognised, and modes are those that Go reports. On js, wasip1 and
// plan9 hard links are not noticed either.
//
// Everything is safe for concurrent use.
package files
