package evidence

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

type policyKey struct {
	publicKey []byte
	// Nil where the policy gives only the key's bytes.
	vkey *verifierKey
}

type policyWitness struct {
	name string
	key  policyKey
}

// A retiredLogKey is one that the log signed with before, up to a size.
type retiredLogKey struct {
	vkey     verifierKey
	treeSize int64
}

type policyReader struct {
	logs      []policyKey
	retired   []retiredLogKey
	witnesses []policyWitness
	defined   map[string]*quorum
	members   map[string]bool
	quorum    *quorum
	hasQuorum bool
	// Seconds.
	mergeDelay    int64
	hasMergeDelay bool
}

func parsePolicy(text string) (policyReader, error) {
	reader := policyReader{defined: map[string]*quorum{}, members: map[string]bool{}}
	for number, line := range strings.Split(text, "\n") {
		isControl := func(r rune) bool { return (r < ' ' && r != '\t') || r == 0x7f }
		if strings.ContainsFunc(line, isControl) {
			return reader, policyFault(fmt.Sprintf("line %d has a control character", number+1))
		}
		items := slices.DeleteFunc(blanks.Split(line, -1), func(item string) bool { return item == "" })
		var err error
		if len(items) > 0 && strings.HasPrefix(items[0], "#") {
			err = reader.comment(items)
		} else if len(items) > 0 {
			err = reader.line(items)
		}
		if err != nil {
			return reader, policyFault(fmt.Sprintf("line %d: %v", number+1, err))
		}
	}
	if !reader.hasQuorum {
		return reader, policyFault("it has no quorum line")
	}
	return reader, nil
}

func (r *policyReader) line(items []string) error {
	keyword, rest := items[0], items[1:]
	switch {
	case keyword == "log" && (len(rest) == 1 || len(rest) == 2):
		key, err := readPolicyKey(rest[0])
		if err != nil {
			return failed("its key is malformed")
		}
		r.logs = append(r.logs, key)
	case keyword == "witness" && (len(rest) == 2 || len(rest) == 3):
		if err := r.define(rest[0], &quorum{name: rest[0]}); err != nil {
			return err
		}
		key, err := readPolicyKey(rest[1])
		if err != nil {
			return failed("its key is malformed")
		}
		r.witnesses = append(r.witnesses, policyWitness{rest[0], key})
	case keyword == "group" && len(rest) >= 3:
		return r.group(rest[0], rest[1], rest[2:])
	case keyword == "quorum" && len(rest) == 1 && !r.hasQuorum:
		r.hasQuorum = true
		if rest[0] == "none" {
			return nil
		}
		if r.quorum = r.defined[rest[0]]; r.quorum == nil {
			return failed("no earlier line defines " + rest[0])
		}
	default:
		return failed("it is no line of a log, witness, group or the one quorum")
	}
	if max(len(r.logs), len(r.witnesses), len(r.defined)-len(r.witnesses)) > policyAtMost {
		return failed("the policy has too many lines of a kind")
	}
	return r.requireSound()
}

func (r *policyReader) requireSound() error {
	var logs, witnesses []verifierKey
	for _, key := range r.logs {
		logs = append(logs, key.named())
	}
	for _, key := range r.retired {
		logs = append(logs, key.vkey)
	}
	for _, witness := range r.witnesses {
		witnesses = append(witnesses, witness.key.named())
	}
	if fault := findTrustFault(logs, witnesses, nil); fault != "" {
		return failed(fault)
	}
	return nil
}

// comment reads the lines that mean nothing to other tools.
func (r *policyReader) comment(items []string) error {
	if len(items) < 2 || items[0] != "#" {
		return nil
	}
	switch items[1] {
	case "retired-log":
		return r.retiredLog(items)
	case "merge-delay":
		seconds, ok := int64(0), false
		if len(items) == 3 {
			seconds, ok = readDecimal(items[2])
		}
		if !ok || r.hasMergeDelay {
			return failed("it is no second merge delay in seconds")
		}
		r.mergeDelay, r.hasMergeDelay = seconds, true
	}
	return nil
}

func (r *policyReader) retiredLog(items []string) error {
	if len(items) != 5 {
		return failed("a retired key has a vkey, a tree size and a time")
	}
	key, err := parseVerifierKey(items[2])
	size, isSize := readDecimal(items[3])
	_, isMoment := readMoment(items[4])
	if err != nil || !isSize || !isMoment {
		return failed("its key, tree size or time is invalid")
	}
	if r.retired = append(r.retired, retiredLogKey{key, size}); len(r.retired) > policyAtMost {
		return failed("the policy has too many retired keys")
	}
	return r.requireSound()
}

func (r *policyReader) group(name, threshold string, names []string) error {
	group := &quorum{}
	for _, member := range names {
		if r.defined[member] == nil || r.members[member] {
			return failed("no earlier line defines " + member + ", or it is a member already")
		}
		r.members[member] = true
		group.members = append(group.members, r.defined[member])
	}
	switch threshold {
	case "any":
		group.threshold = 1
	case "all":
		group.threshold = len(names)
	default:
		number, ok := readDecimal(threshold)
		if !ok || number < 1 || number > int64(len(names)) {
			return failed("a threshold is any, all, or from 1 to the number of members")
		}
		group.threshold = int(number)
	}
	return r.define(name, group)
}

func (r *policyReader) define(name string, defined *quorum) error {
	if name == "none" || r.defined[name] != nil {
		return failed("the name " + name + " is taken")
	}
	r.defined[name] = defined
	return nil
}

func readPolicyKey(text string) (policyKey, error) {
	if bareKey.MatchString(text) {
		publicKey, err := hex.DecodeString(text)
		return policyKey{publicKey, nil}, err
	}
	key, err := parseVerifierKey(text)
	return policyKey{key.publicKey, &key}, err
}

// named is the key with its name on notes; "" where it has none.
func (k policyKey) named() verifierKey {
	if k.vkey == nil {
		return verifierKey{publicKey: k.publicKey}
	}
	return *k.vkey
}
