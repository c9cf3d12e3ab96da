# shellcheck shell=bash
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

# need_packages FOLDER: makes sure that the packages of package-lock.json in a folder are installed, from npm. It returns false
# where they cannot be had.
need_packages() {
	need node nodejs && need npm npm || return 1
	local installed=$1/node_modules/.package-lock.json
	[ -e "$installed" ] && [ "$installed" -nt "$1/package-lock.json" ] && return 0
	(cd "$1" && npm ci --no-audit --no-fund --loglevel=error) >/dev/null && return 0
	echo "the packages of $1 cannot be installed from npm" >&2
	return 1
}
