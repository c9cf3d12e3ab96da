package build

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"

	"graphbuild/report"
)

// startReport has all issues kept for Config.ReportPath, those that do not fit into memory in a temporary file beside it.
func (r *run) startReport() {
	if r.config.ReportPath == "" {
		return
	}
	folder := filepath.Dir(throughLinks(r.config.ReportPath))
	if isSpecial(r.config.ReportPath) {
		folder = r.config.TempDir
	}
	r.spool = report.NewSpool(folder)
	r.report.SpoolTo(r.spool)
}

// isSpecial reports whether the path is that of a device or a pipe.
func isSpecial(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular()
}

// writeReport writes all issues to Config.ReportPath, sorted by code, object, file and line. It does so once, and before
// the graph, so that a build that fails for it leaves an earlier graph as it was.
func (r *run) writeReport(ctx context.Context) error {
	if r.spool == nil {
		return nil
	}
	r.report.SpoolTo(nil)
	spool := r.spool
	r.spool = nil
	var err error
	if isSpecial(r.config.ReportPath) {
		err = writeSpecial(r.config.ReportPath, spool.WriteJSONLines)
	} else {
		err = WriteAside(ctx, r.config.ReportPath, spool.WriteJSONLines)
	}
	return buildError(errors.Join(err, spool.Close()))
}

// writeSpecial writes to a device or a pipe, which must not be replaced.
func writeSpecial(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return outputError(path, err)
	}
	if err := errors.Join(write(f), f.Close()); err != nil {
		return outputError(path, err)
	}
	return nil
}

// endReport writes the report of a build that failed, if it has found issues: an earlier report is worth more than an
// empty one.
func (r *run) endReport(ctx context.Context) error {
	if len(r.report.Counts()) > 0 && ctx.Err() == nil {
		return r.writeReport(ctx)
	}
	if r.spool == nil {
		return nil
	}
	r.report.SpoolTo(nil)
	return r.spool.Close()
}
