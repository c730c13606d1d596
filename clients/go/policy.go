package evidence

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

const (
	policyFormat = "trust-policy/v1"
	policyAtMost = 128
)

var (
	bareKey    = regexp.MustCompile(`\A[0-9a-fA-F]{64}\z`)
	policyHead = regexp.MustCompile(`\A# ([a-z]+) (.+)\z`)
	blanks     = regexp.MustCompile(`[ \t]+`)
)

// A quorum is a witness by its name, or so many members of a group.
type quorum struct {
	name      string
	threshold int
	members   []*quorum
}

func anyOf(threshold int, names []string) *quorum {
	if len(names) == 0 {
		return nil
	}
	group := &quorum{threshold: threshold}
	for _, name := range names {
		group.members = append(group.members, &quorum{name: name})
	}
	return group
}

// time is since when a quorum had cosigned; false where too few have.
func (q *quorum) time(times map[string]int64) (int64, bool) {
	if q.members == nil {
		at, ok := times[q.name]
		return at, ok
	}
	var cosigned []int64
	for _, member := range q.members {
		if at, ok := member.time(times); ok {
			cosigned = append(cosigned, at)
		}
	}
	slices.Sort(cosigned)
	if len(cosigned) < q.threshold {
		return 0, false
	}
	return cosigned[q.threshold-1], true
}

func (q *quorum) witnesses() []string {
	if q.members == nil {
		return []string{q.name}
	}
	var names []string
	for _, member := range q.members {
		names = append(names, member.witnesses()...)
	}
	return names
}

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

// A Policy is a signed trust policy that was opened. C2SP tlog-policy, under a signature.
type Policy struct {
	Version int64
	Expires time.Time
	// Fingerprint is the SHA-256 of the policy's key, in hex: what people compare.
	Fingerprint string
	// Pinned is what to keep for the next opening.
	Pinned PinnedPolicy
	read   policyReader
}

// A PinnedPolicy is what a reader keeps of the policy that it accepted last.
type PinnedPolicy struct {
	Version int64  `json:"version"`
	Key     string `json:"key"`
	Digest  string `json:"digest"`
}

// OpenPolicy opens a signed policy: its own key signed it, and the pinned one where there is one. Its codes are
// "policy.malformed", "policy.unsigned", and "policy.replaced" for an older one, or another of the same version. Compare
// Fingerprint at the first use, and Expires with your clock.
func OpenPolicy(note string, pinned *PinnedPolicy) (*Policy, error) {
	text := note[:strings.LastIndex(note, "\n\n")+1]
	lines := strings.Split(text, "\n")
	var head []string
	for i, name := range []string{"format", "version", "expires", "key"} {
		if i >= len(lines) {
			return nil, policyFault("it is too short")
		}
		match := policyHead.FindStringSubmatch(lines[i])
		if match == nil || match[1] != name {
			return nil, policyFault("it does not begin with its format, version, expiry and key")
		}
		head = append(head, match[2])
	}
	version, ok := readDecimal(head[1])
	expires, isMoment := readMoment(head[2])
	if head[0] != policyFormat || !ok || version == 0 || !isMoment {
		return nil, policyFault("its format, version or expiry is another")
	}
	read, err := parsePolicy(text)
	if err != nil {
		return nil, err
	}
	key, err := parseVerifierKey(head[3])
	if err != nil || key.kind != kindEd25519 {
		return nil, policyFault("its key is none that signs a policy")
	}
	if err := requireSignature(note, key); err != nil {
		return nil, err
	}
	digest := hex.EncodeToString(hashOf([]byte(text)))
	if pinned != nil {
		before, err := parseVerifierKey(pinned.Key)
		if err != nil {
			return nil, err
		}
		if err := requireSignature(note, before); err != nil {
			return nil, err
		}
		if version < pinned.Version || (version == pinned.Version && digest != pinned.Digest) {
			return nil, malformed("policy.replaced", "a newer policy, or another of this version, was accepted before")
		}
	}
	return &Policy{
		Version:     version,
		Expires:     time.UnixMilli(expires).UTC(),
		Fingerprint: hex.EncodeToString(hashOf(key.publicKey)),
		Pinned:      PinnedPolicy{version, head[3], digest},
		read:        read,
	}, nil
}

func requireSignature(note string, key verifierKey) error {
	verifier, err := newNoteVerifier(key)
	if err == nil {
		_, _, err = openNote(note, []*noteVerifier{verifier})
	}
	if err == nil || codeOf(err) == "note.malformed" {
		return err
	}
	return malformed("policy.unsigned", "the policy's key, or the pinned one, did not sign it")
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

func policyFault(reason string) error {
	return malformed("policy.malformed", "this is not a policy: "+reason)
}
