package evidence

import (
	"encoding/hex"
	"regexp"
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

// A Policy is a signed trust policy that was opened. C2SP tlog-policy, under a signature.
type Policy struct {
	Version int64
	// Dated is when it was signed: it does not count before.
	Dated, Expires time.Time
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
// Fingerprint at the first use, and Dated and Expires with your clock.
func OpenPolicy(note string, pinned *PinnedPolicy) (*Policy, error) {
	text := note[:strings.LastIndex(note, "\n\n")+1]
	lines := strings.Split(text, "\n")
	var head []string
	for i, name := range []string{"format", "version", "dated", "expires", "key"} {
		if i >= len(lines) {
			return nil, policyFault("it is too short")
		}
		match := policyHead.FindStringSubmatch(lines[i])
		if match == nil || match[1] != name {
			return nil, policyFault("it does not begin with its format, version, date, expiry and key")
		}
		head = append(head, match[2])
	}
	version, ok := readDecimal(head[1])
	dated, isDate := readMoment(head[2])
	expires, isMoment := readMoment(head[3])
	if head[0] != policyFormat || !ok || version == 0 || !isDate || !isMoment {
		return nil, policyFault("its format, version, date or expiry is invalid")
	}
	read, err := parsePolicy(text)
	if err != nil {
		return nil, err
	}
	key, err := parseVerifierKey(head[4])
	if err != nil || key.kind != kindEd25519 {
		return nil, policyFault("its key cannot sign a policy")
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
		Dated:       time.UnixMilli(dated).UTC(),
		Expires:     time.UnixMilli(expires).UTC(),
		Fingerprint: hex.EncodeToString(hashOf(key.publicKey)),
		Pinned:      PinnedPolicy{version, head[4], digest},
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

func policyFault(reason string) error {
	return malformed("policy.malformed", "this is not a policy: "+reason)
}
