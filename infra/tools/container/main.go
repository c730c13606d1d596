// Runs a command as a container runtime does: in namespaces of its own, on a read-only root, as another user without
// capabilities, who can gain none. `container FILE`, where FILE is a Spec; it ends as the command ends.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
)

// Spec is what the kubelet wants to run.
type Spec struct {
	// Root is a directory with the files of the image.
	Root     string
	Hostname string
	Mounts   []Mount
	Uid, Gid int
	Groups   []int
	Cwd      string
	// Env has items of the form NAME=value.
	Env     []string
	Command []string
	// Cgroups are directories that limit the command.
	Cgroups []string
}

// Mount is a directory or a file of this machine, or a tmpfs where Source is empty.
type Mount struct {
	Source, Target string
	ReadOnly       bool
	// Options of a tmpfs.
	Options string
}

// Of <linux/prctl.h>; the package syscall has no names for them.
const (
	setParentDeathSignal = 1
	dropFromBoundingSet  = 24
	setNoNewPrivileges   = 38
)

func main() {
	// Capabilities, namespaces and the signal at the parent's death belong to a thread.
	runtime.LockOSThread()
	if len(os.Args) == 3 && os.Args[1] == "init" {
		fail(initialise(read(os.Args[2])))
	}
	if len(os.Args) != 2 {
		fail(errors.New("use: container FILE"))
	}
	os.Exit(supervise(read(os.Args[1])))
}

// supervise starts this program once more in new namespaces, passes signals on, and answers the command's exit code.
func supervise(spec Spec) int {
	// A kubelet that is killed takes its containers with it.
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, setParentDeathSignal, uintptr(syscall.SIGKILL), 0)
	for _, directory := range spec.Cgroups {
		pid := []byte(strconv.Itoa(os.Getpid()))
		fail(os.WriteFile(filepath.Join(directory, "cgroup.procs"), pid, 0))
	}
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	child := exec.Command("/proc/self/exe", "init", os.Args[1])
	child.Stdout, child.Stderr = os.Stdout, os.Stderr
	child.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWPID | syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS,
		Pdeathsig:  syscall.SIGKILL,
	}
	fail(child.Start())
	go func() {
		for each := range signals {
			_ = child.Process.Signal(each)
		}
	}()
	err := child.Wait()
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		status := ended.Sys().(syscall.WaitStatus)
		if status.Signaled() {
			return 128 + int(status.Signal())
		}
		return status.ExitStatus()
	}
	fail(err)
	return 0
}

// initialise makes the container around this process, which then becomes the command.
func initialise(spec Spec) error {
	if err := mountAll(spec); err != nil {
		return err
	}
	if err := syscall.Sethostname([]byte(spec.Hostname)); err != nil {
		return fmt.Errorf("hostname: %w", err)
	}
	if err := os.Chdir(spec.Cwd); err != nil {
		return err
	}
	if err := becomeUser(spec); err != nil {
		return err
	}
	os.Clearenv()
	program, err := find(spec)
	if err != nil {
		return err
	}
	return fmt.Errorf("%s: %w", program, syscall.Exec(program, spec.Command, spec.Env))
}

func mountAll(spec Spec) error {
	root := spec.Root
	if err := mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		return err
	}
	if err := mount(root, root, "", syscall.MS_BIND|syscall.MS_REC, ""); err != nil {
		return err
	}
	if err := mount("proc", root+"/proc", "proc", syscall.MS_NOSUID|syscall.MS_NODEV|syscall.MS_NOEXEC, ""); err != nil {
		return err
	}
	for _, device := range []string{"null", "zero", "random", "urandom"} {
		if err := mount("/dev/"+device, root+"/dev/"+device, "", syscall.MS_BIND, ""); err != nil {
			return err
		}
	}
	for _, each := range spec.Mounts {
		if err := mountVolume(each, filepath.Join(root, each.Target)); err != nil {
			return err
		}
	}
	readOnly := uintptr(syscall.MS_REMOUNT | syscall.MS_BIND | syscall.MS_RDONLY | syscall.MS_NOSUID)
	if err := mount("", root, "", readOnly, ""); err != nil {
		return err
	}
	if err := os.Chdir(root); err != nil {
		return err
	}
	// The old root comes to lie on the new one, and goes from there.
	if err := syscall.PivotRoot(".", "."); err != nil {
		return fmt.Errorf("pivot_root: %w", err)
	}
	return syscall.Unmount(".", syscall.MNT_DETACH)
}

func mountVolume(volume Mount, target string) error {
	const flags = syscall.MS_NOSUID | syscall.MS_NODEV
	if volume.Source == "" {
		return mount("tmpfs", target, "tmpfs", flags, volume.Options)
	}
	if err := mount(volume.Source, target, "", syscall.MS_BIND, ""); err != nil || !volume.ReadOnly {
		return err
	}
	return mount("", target, "", flags|syscall.MS_REMOUNT|syscall.MS_BIND|syscall.MS_RDONLY, "")
}

func mount(source, target, kind string, flags uintptr, options string) error {
	if err := syscall.Mount(source, target, kind, flags, options); err != nil {
		return fmt.Errorf("mount %s on %s: %w", source, target, err)
	}
	return nil
}

// becomeUser gives up everything that only the superuser may do.
func becomeUser(spec Spec) error {
	for capability := uintptr(0); capability < 64; capability++ {
		_, _, failure := syscall.RawSyscall(syscall.SYS_PRCTL, dropFromBoundingSet, capability, 0)
		if failure == syscall.EINVAL {
			break // The kernel knows no more of them.
		}
		if failure != 0 {
			return fmt.Errorf("capability %d: %w", capability, failure)
		}
	}
	if err := syscall.Setgroups(spec.Groups); err != nil {
		return err
	}
	if err := syscall.Setgid(spec.Gid); err != nil {
		return err
	}
	if err := syscall.Setuid(spec.Uid); err != nil {
		return err
	}
	if _, _, failure := syscall.RawSyscall6(syscall.SYS_PRCTL, setNoNewPrivileges, 1, 0, 0, 0, 0); failure != 0 {
		return failure
	}
	return nil
}

// find looks the program up in the PATH of the container.
func find(spec Spec) (string, error) {
	for _, each := range spec.Env {
		if len(each) > 5 && each[:5] == "PATH=" {
			_ = os.Setenv("PATH", each[5:])
		}
	}
	return exec.LookPath(spec.Command[0])
}

func read(file string) Spec {
	var spec Spec
	text, err := os.ReadFile(file)
	fail(err)
	fail(json.Unmarshal(text, &spec))
	return spec
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "container:", err)
		os.Exit(125)
	}
}
