package build

import (
	"context"
	"io"

	"graphbuild/fileio"
	"graphbuild/graph"
)

// write counts the issues, refuses what Config.Strict and Config.FailOn do not allow, and writes the report, then the
// graph: see WriteAside.
func (r *run) write(ctx context.Context) error {
	r.fillProvenance()
	r.fillIssues()
	if r.config.Today != 0 {
		reportExpired(r.services, r.config.Today, r.report)
	}
	if err := r.checkIssues(); err != nil {
		return err
	}
	if err := r.writeReport(ctx); err != nil {
		return err
	}
	var info graph.WriteInfo
	err := fileio.WriteAside(ctx, r.config.Output, func(w io.Writer) (err error) {
		r.reading.Lock()
		defer r.reading.Unlock()
		if err := ctx.Err(); err != nil {
			return err // the base may be closed already
		}
		info, err = graph.Write(w, &r.tables, graph.WriteOptions{Lean: r.config.Lean})
		return err
	})
	if err != nil {
		return buildError(err)
	}
	r.result.FileBytes, r.result.Sections = info.Bytes, info.Sections
	r.result.Meta = info.Meta
	return nil
}
