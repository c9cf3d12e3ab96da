# shellcheck shell=bash
# need PROGRAM PACKAGE: makes sure that a program is there. As root on Debian it installs the package that has it; else it
# returns false where the program is missing.
need() {
	command -v "$1" >/dev/null && return 0
	if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
		echo "installing $2"
		( # one at a time: apt-get does not wait for another one
			flock -w 600 9
			{ install_package "$2" || { apt-get update -q && install_package "$2"; }; } 9>&- >/dev/null 2>&1
		) 9>/var/lock/graphbuild-apt-get || true
	fi
	command -v "$1" >/dev/null && return 0
	echo "$1 is missing: install the package $2" >&2
	return 1
}

install_package() {
	DEBIAN_FRONTEND=noninteractive apt-get install -y -q -o DPkg::Lock::Timeout=300 -o Acquire::http::Timeout=60 "$1"
}

# need_packages FOLDER: makes sure that the packages of package-lock.json in a folder are installed, from npm. It returns false
# where they cannot be had.
need_packages() {
	need node nodejs && need npm npm || return 1
	local installed=$1/node_modules/.package-lock.json
	[ -e "$installed" ] && [ "$installed" -nt "$1/package-lock.json" ] && return 0
	(cd "$1" && npm ci --no-audit --no-fund --loglevel=error --fetch-timeout=60000) >/dev/null && return 0
	echo "the packages of $1 cannot be installed from npm" >&2
	return 1
}
