# need PROGRAM PACKAGE: makes sure that a program is there. As root on Debian it installs the package that has it; else it
# returns false where the program is missing.
need() {
	command -v "$1" >/dev/null && return 0
	if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
		echo "installing $2"
		{ apt-get install -y -q "$2" || { apt-get update -q && apt-get install -y -q "$2"; }; } >/dev/null 2>&1 || true
	fi
	command -v "$1" >/dev/null && return 0
	echo "$1 is missing: install the package $2" >&2
	return 1
}
