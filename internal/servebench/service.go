package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// service is graphbuild serve in a process of its own.
type service struct {
	url     string // without a slash at its end
	started time.Time
	cmd     *exec.Cmd
}

// start runs the service, and returns when it has printed its address.
func start(program string, args ...string) (*service, error) {
	return launch(exec.Command(program, append([]string{"serve", "--listen", "127.0.0.1:0", "--log", "off"}, args...)...))
}

// launch runs a command that prints the address where it serves.
func launch(cmd *exec.Cmd) (*service, error) {
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s := &service{started: time.Now(), cmd: cmd}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		cmd.Wait()
		return nil, fmt.Errorf("the service does not start: %w", err)
	}
	s.url = strings.TrimSpace(line)
	go io.Copy(io.Discard, out)
	return s, nil
}

// address returns host and port.
func (s *service) address() string { return strings.TrimPrefix(s.url, "http://") }

// stop ends the service in order.
func (s *service) stop() error {
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	return s.cmd.Wait()
}

// memory returns a line of /proc/PID/status, such as VmRSS or RssAnon, in bytes; 0 where there is none.
func (s *service) memory(name string) int64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(data)) {
		if value, ok := strings.CutPrefix(line, name+":"); ok {
			kb, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
			return kb << 10
		}
	}
	return 0
}
