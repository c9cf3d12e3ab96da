package encode

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
)

// A file is a header, sections, the directory, and a footer.
const (
	headerBytes = 32
	footerBytes = 32
	// VersionMajor and VersionMinor are the version of the container. A reader refuses another major version; minor ones
	// only add.
	VersionMajor = 1
	VersionMinor = 0
	// hotAlign is the alignment of large hot sections: a cache line. The others have coldAlign.
	hotAlign, coldAlign = 64, 8
	// hotLarge is the size from which a hot section is worth the padding.
	hotLarge = 4096
	// maxDirectory bounds directory and footer, which are read at once: a server may claim any length. Real ones have some KB.
	maxDirectory = 64 << 20
	// tableContainer is the number of the table of the container itself: column 0 is the list of types.
	tableContainer = 0
)

// magic begins with a byte that is no text and has both kinds of line ends, a byte that ends text files on some systems,
// and a zero, so that a copy made as text is not taken for a file. endMagic ends the file.
var (
	magic    = [8]byte{0x8b, 'g', 'b', '\r', '\n', 0x1a, '\n', 0}
	endMagic = [8]byte{0, '\n', 0x1a, '\n', '\r', 'b', 'g', 0x8b}
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }

// header returns the first bytes of a file: magic, major and minor version, flags, length of the file, and the offset of
// the directory.
func header(length, directory int64) []byte {
	b := append([]byte{}, magic[:]...)
	b = binary.LittleEndian.AppendUint16(b, VersionMajor)
	b = binary.LittleEndian.AppendUint16(b, VersionMinor)
	b = binary.LittleEndian.AppendUint32(b, 0)
	b = binary.LittleEndian.AppendUint64(b, uint64(length))
	return binary.LittleEndian.AppendUint64(b, uint64(directory))
}

// footer returns the last bytes: the offset of the directory, the length of the file, the length of the directory, a
// checksum over header, directory and the footer before it, and the magic number backwards.
func footer(header, directory []byte, offset int64) []byte {
	b := binary.LittleEndian.AppendUint64(nil, uint64(offset))
	b = binary.LittleEndian.AppendUint64(b, uint64(offset)+uint64(len(directory))+footerBytes)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(directory)))
	c := crc32.Update(crc32.Update(checksum(header), castagnoli, directory), castagnoli, b)
	b = binary.LittleEndian.AppendUint32(b, c)
	return append(b, endMagic[:]...)
}

// checkHeader reads the header of a file of size bytes and returns where the directory begins.
func checkHeader(b []byte, size int64) (directory int64, err error) {
	if [8]byte(b) != magic {
		return 0, fmt.Errorf("%w: it begins with % x, % x expected", ErrMagic, b[:8], magic[:])
	}
	if major := binary.LittleEndian.Uint16(b[8:]); major != VersionMajor {
		return 0, fmt.Errorf("%w: the file has version %d.%d, this program reads %d", ErrVersion, major,
			binary.LittleEndian.Uint16(b[10:]), VersionMajor)
	}
	length := binary.LittleEndian.Uint64(b[16:])
	if length != uint64(size) {
		return 0, fmt.Errorf("%w: the file has %d bytes, %d expected", ErrTruncated, size, length)
	}
	at := binary.LittleEndian.Uint64(b[24:])
	if at < headerBytes || at > uint64(size)-footerBytes {
		return 0, &CorruptError{"header", 0, fmt.Errorf("the directory begins at %d of %d bytes", at, size)}
	}
	if n := uint64(size) - at; n > maxDirectory {
		return 0, &CorruptError{"header", 0, fmt.Errorf("a directory of %d bytes, at most %d expected", n, maxDirectory)}
	}
	return int64(at), nil
}

// checkFooter reads the footer, given the end of the file from the directory on, and returns the directory.
func checkFooter(head, end []byte, offset int64) ([]byte, error) {
	size := offset + int64(len(end))
	at := size - footerBytes
	directory, foot := end[:len(end)-footerBytes], end[len(end)-footerBytes:]
	if [8]byte(foot[24:]) != endMagic {
		return nil, &CorruptError{"footer", at, fmt.Errorf("%w: it ends with % x, % x expected", ErrTruncated, foot[24:], endMagic[:])}
	}
	if string(footer(head, directory, offset)) != string(foot) {
		return nil, &CorruptError{"directory", offset, fmt.Errorf("it or the header or the footer do not fit the checksum")}
	}
	return directory, nil
}
