package evidence

import (
	"bytes"
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

type policyReader struct {
	logs      []policyKey
	witnesses []policyWitness
	defined   map[string]*quorum
	members   map[string]bool
	quorum    *quorum
	hasQuorum bool
}

func parsePolicy(text string) (policyReader, error) {
	reader := policyReader{defined: map[string]*quorum{}, members: map[string]bool{}}
	for number, line := range strings.Split(text, "\n") {
		isControl := func(r rune) bool { return (r < ' ' && r != '\t') || r == 0x7f }
		if strings.ContainsFunc(line, isControl) {
			return reader, policyFault(fmt.Sprintf("line %d has a control character", number+1))
		}
		items := slices.DeleteFunc(blanks.Split(line, -1), func(item string) bool { return item == "" })
		if len(items) == 0 || strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue
		}
		if err := reader.line(items); err != nil {
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
		if err != nil || slices.ContainsFunc(r.logs, key.isSame) {
			return failed("its key is malformed, or was named before")
		}
		r.logs = append(r.logs, key)
	case keyword == "witness" && (len(rest) == 2 || len(rest) == 3):
		if err := r.define(rest[0], &quorum{name: rest[0]}); err != nil {
			return err
		}
		key, err := readPolicyKey(rest[1])
		isNamed := func(other policyWitness) bool { return key.isSame(other.key) }
		if err != nil || slices.ContainsFunc(r.witnesses, isNamed) {
			return failed("its key is malformed, or was named before")
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
	return nil
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

func (k policyKey) isSame(other policyKey) bool { return bytes.Equal(k.publicKey, other.publicKey) }
