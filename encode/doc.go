// Package encode stores tables of columns in a file and reads them in place. It knows nothing of graphs.
package encode
