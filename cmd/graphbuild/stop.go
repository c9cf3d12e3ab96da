package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"graphbuild/report"
)

// catch has a signal end the context, and a second one the program.
func (s *session) catch() {
	ctx, stop := signal.NotifyContext(s.ctx, stopSignals()...)
	context.AfterFunc(ctx, stop)
	s.ctx = ctx
}

// stopSignals are those of Ctrl-C, of docker stop, systemd and timeout, and of a terminal that closes; the last not under
// nohup, which is there to ignore it. The command serve takes that one to read its files anew.
func stopSignals() []os.Signal {
	list := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		list = append(list, syscall.SIGHUP)
	}
	return list
}

// stopped says in the same words for all commands that a signal has ended one; it returns other errors as they are.
func (s *session) stopped(err error) error {
	cause := context.Cause(s.ctx)
	if cause == nil || !errors.Is(err, context.Canceled) {
		return err
	}
	return s.named("stopped: %w", cause)
}

// named returns an error that begins with the name of the command.
func (s *session) named(format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if s.command == "" {
		return err
	}
	return fmt.Errorf("%s: %w", s.command, err)
}

// endAtOnce has a signal end the program at once, for work that leaves nothing half done and does not look at the context: it
// reads stdin, or computes. The function that it returns ends that; calls after the
// first do nothing.
func (s *session) endAtOnce() (resume func()) {
	stop := context.AfterFunc(s.ctx, func() {
		if f, ok := s.err.(*os.File); ok && report.IsTerminal(f) {
			fmt.Fprintln(f) // progress may stand there
		}
		os.Exit(fail(s, s.stopped(s.ctx.Err())))
	})
	return sync.OnceFunc(func() {
		if !stop() {
			select {} // the program ends
		}
	})
}
