package build

import (
	"context"
	"errors"
	"path/filepath"

	"graphbuild/fileio"
	"graphbuild/report"
)

// startReport has all issues kept for Config.ReportPath, those that do not fit into memory in a temporary file beside it.
func (r *run) startReport() {
	if r.config.ReportPath == "" {
		return
	}
	folder := filepath.Dir(fileio.ThroughLinks(r.config.ReportPath))
	if special, _ := fileio.IsSpecial(r.config.ReportPath); special {
		folder = r.config.TempDir
	}
	r.spool = report.NewSpool(folder)
	r.report.SpoolTo(r.spool)
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
	err := fileio.WriteText(ctx, r.config.ReportPath, spool.WriteJSONLines)
	return buildError(errors.Join(err, spool.Close()))
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
