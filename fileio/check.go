package fileio

import (
	"fmt"
	"os"
	"path/filepath"
)

// CheckFile returns an error where an output of WriteAside is there and no regular file, or where RefuseOverwrite does.
func CheckFile(output string, inputs ...string) error {
	if err := refuseOthers(output); err != nil {
		return err
	}
	return RefuseOverwrite(output, inputs...)
}

// CheckText is CheckFile for an output of WriteText, which may also be a device or a pipe.
func CheckText(output string, inputs ...string) error {
	if _, err := IsSpecial(output); err != nil {
		return err
	}
	return RefuseOverwrite(output, inputs...)
}

// RefuseOverwrite returns an error where output is one of the inputs, under whatever name, or lies in a folder that is one.
func RefuseOverwrite(output string, inputs ...string) error {
	target := ThroughLinks(output)
	file, fileErr := os.Stat(target)
	for _, in := range inputs {
		info, err := os.Stat(in)
		switch {
		case err != nil:
			if absolute(ThroughLinks(in)) == absolute(target) { // neither is there yet
				return fmt.Errorf("output %s has the same name as %s: name another", output, in)
			}
		case fileErr == nil && os.SameFile(info, file):
			return fmt.Errorf("output %s is the same file as %s, which would be lost: name another", output, in)
		case info.IsDir() && liesIn(target, info):
			return fmt.Errorf("output %s lies in the input %s: name a file in another folder", output, in)
		}
	}
	return nil
}

// liesIn reports whether the path leads through a folder.
func liesIn(path string, folder os.FileInfo) bool {
	for path = absolute(path); ; path = filepath.Dir(path) {
		if info, err := os.Stat(path); err == nil && os.SameFile(info, folder) {
			return true
		}
		if path == filepath.Dir(path) {
			return false
		}
	}
}

func absolute(path string) string {
	if full, err := filepath.Abs(path); err == nil {
		return full
	}
	return path
}

// maxLinks is how many symbolic links are followed, as by Linux.
const maxLinks = 40

// ThroughLinks returns the file that a symbolic link leads to, which need not be there: it is that which an output
// replaces, not the link.
func ThroughLinks(path string) string {
	for range maxLinks {
		target, err := os.Readlink(path)
		if err != nil {
			return path
		}
		if !filepath.IsAbs(target) {
			folder, err := filepath.EvalSymlinks(filepath.Dir(path))
			if err != nil {
				return path
			}
			target = filepath.Join(folder, target)
		}
		path = target
	}
	return path
}

// refuseOthers refuses an output that is there and no regular file: renaming over a device would replace it.
func refuseOthers(output string) error {
	if info, err := os.Stat(output); err == nil && !info.Mode().IsRegular() {
		return notAFile(output, info)
	}
	return nil
}

// IsSpecial reports whether an output is a device or a pipe, and refuses a folder.
func IsSpecial(output string) (bool, error) {
	info, err := os.Stat(output)
	switch {
	case err != nil || info.Mode().IsRegular():
		return false, nil
	case info.IsDir():
		return false, notAFile(output, info)
	}
	return true, nil
}

func notAFile(output string, info os.FileInfo) error {
	return fmt.Errorf("output %s: %s, expected the name of a file", output, KindOf(info.Mode()))
}
