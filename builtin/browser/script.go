package browser

// shell is the program that connects the pipes.
const shell = "sh"

// script starts the first program that exists of those before "--". Its first
// argument is the directory of Chromium. Chromium reads commands from
// descriptor 3 and writes to descriptor 4. The script connects them to its
// standard input and output, which are the pipes of a capability.Exec. Other
// output goes to standard error.
//
// Chromium opens URLs of other schemes, such as mailto, with programs of the
// desktop. Its PATH therefore has only the directory bin, with the tools that
// the start scripts of distributions use, and the program xdg-settings of
// [schemeHandler]. It cannot reach the desktop over D-Bus either.
const script = `
scratch=$PWD
cd "$1" || exit 126
shift
[ "$HOME" != "$scratch" ] || export HOME="$PWD"
case ${scratch##*/} in toolgen-process-*) rmdir "$scratch";; esac
programs=
while [ "$1" != -- ]; do programs="$programs $1"; shift; done
shift
for program in $programs; do
	path=$(command -v "$program") || continue
	tools=
	for tool in awk basename bash cat cut dirname env expr find findmnt grep head id ls mkdir mktemp readlink realpath rm sed sh sort tail tr uname wc; do
		found=$(command -v "$tool") && case $found in /*) tools="$tools $found";; esac
	done
	ln -s $tools bin/
	unset BROWSER DE DESKTOP_SESSION DISPLAY GNOME_DESKTOP_SESSION_ID KDE_FULL_SESSION SSH_AUTH_SOCK WAYLAND_DISPLAY WAYLAND_SOCKET \
		XAUTHORITY XDG_CURRENT_DESKTOP XDG_RUNTIME_DIR XDG_SESSION_DESKTOP
	export PATH="$PWD/bin" TMPDIR="$PWD" DBUS_SESSION_BUS_ADDRESS=disabled: DBUS_SYSTEM_BUS_ADDRESS=disabled:
	exec "$path" --user-data-dir="$PWD/profile" "$@" 3<&0 4>&1 </dev/null >&2
done
echo "no Chromium among:$programs" >&2
exit 127`

// schemeHandler is the program xdg-settings of Chromium. Chromium asks it
// whether Chromium itself is the program for the scheme of a URL that it cannot
// show. The answer yes makes it refuse the URL, without a dialog.
const schemeHandler = "#!/bin/sh\necho yes\n"
