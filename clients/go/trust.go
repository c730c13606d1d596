package evidence

import "slices"

// keyTerms are a published key with the time in which it signs; "" where a time is unknown or none.
type keyTerms struct {
	purpose, publicKey, invalidSince, publishedAt, revokedAt string
	// end is the log index of its revocation, where hasEnd says that it is known.
	end    int64
	hasEnd bool
}

// Trust is what a verifier trusts beforehand: a log, its witnesses, and which of these must have cosigned.
type Trust struct {
	Origin    string
	log       []*noteVerifier
	witnesses []*noteVerifier
	quorum    *quorum
	// Keys of the document, trusted only for an answer without its bundle.
	keys       map[string]keyTerms
	selfSigned map[string]bool
	policy     *Policy
	// Milliseconds after its time until an element is in the log, as the service promises.
	mergeDelay int64
}

// mergeDelaySeconds is the promise of a service that makes no other one.
const mergeDelaySeconds = 3600

// Trust is the trust that a policy gives in one of its logs. The origin may be "" where the policy names only one.
func (p *Policy) Trust(origin string) (*Trust, error) {
	named := origin
	for _, key := range p.read.logs {
		if origin != "" {
			break
		}
		if key.vkey == nil || (named != "" && named != key.vkey.name) {
			return nil, trustFault("the policy names several logs or none; say which one is meant")
		}
		named = key.vkey.name
	}
	trust := &Trust{Origin: named, quorum: p.read.quorum, policy: p, mergeDelay: mergeDelaySeconds * 1000}
	if p.read.hasMergeDelay {
		trust.mergeDelay = p.read.mergeDelay * 1000
	}
	var bare []policyKey
	for _, key := range p.read.logs {
		if key.vkey == nil {
			bare = append(bare, key)
		} else if key.vkey.name == named {
			verifier, err := newNoteVerifier(*key.vkey)
			if err != nil {
				return nil, err
			}
			trust.log = append(trust.log, verifier)
		}
	}
	if len(trust.log) == 0 {
		if len(bare) != 1 || !isKeyName(named) {
			return nil, trustFault("the policy names no key of the log, or several without a name")
		}
		verifier, err := newNoteVerifier(verifierKey{named, kindEd25519, bare[0].publicKey})
		if err != nil {
			return nil, err
		}
		trust.log = append(trust.log, verifier)
	}
	for _, key := range p.read.retired {
		if key.vkey.name != named {
			continue
		}
		verifier, err := retiredKey(key.vkey, key.treeSize)
		if err != nil {
			return nil, err
		}
		trust.log = append(trust.log, verifier)
	}
	var counted []string
	if p.read.quorum != nil {
		counted = p.read.quorum.witnesses()
	}
	for _, witness := range p.read.witnesses {
		if !slices.Contains(counted, witness.name) {
			continue
		}
		key := verifierKey{"", kindCosignature, witness.key.publicKey}
		if witness.key.vkey != nil {
			key = *witness.key.vkey
		}
		verifier, err := cosignerOf(key, witness.name)
		if err != nil {
			return nil, err
		}
		trust.witnesses = append(trust.witnesses, verifier)
	}
	return trust, nil
}

// VerifyCheckpoint opens a checkpoint of the pinned log that a quorum of the pinned witnesses cosigned. The code of its
// error is "checkpoint.witnesses" where only cosignatures are missing. Of the options, only Now and ClockSlack count:
// cosignatures from the future do not.
func VerifyCheckpoint(note string, trust *Trust, options Options) (*Checkpoint, error) {
	checkpoint, err := openPinned(note, trust, options.freshness())
	if err != nil {
		return nil, err
	}
	if _, ok := trust.CosignedAt(checkpoint); trust.quorum != nil && !ok {
		return nil, malformed("checkpoint.witnesses", "too few witnesses cosigned the checkpoint")
	}
	return checkpoint, nil
}

// CosignedAt is when a quorum had cosigned a checkpoint, in milliseconds since 1970; false where too few have, and where
// no witness is pinned.
func (t *Trust) CosignedAt(checkpoint *Checkpoint) (int64, bool) {
	return t.quorumTime(checkpoint.cosignatures)
}

func (t *Trust) quorumTime(cosignatures []cosignature) (int64, bool) {
	if t.quorum == nil {
		return 0, false
	}
	times := map[string]int64{}
	for _, each := range cosignatures {
		times[each.witness.id] = each.time
	}
	seconds, ok := t.quorum.time(times)
	return seconds * 1000, ok
}

// retiredKey checks the signatures of a key that the log signed with up to a size.
func retiredKey(key verifierKey, lastSize int64) (*noteVerifier, error) {
	verifier, err := newNoteVerifier(key)
	if err == nil {
		verifier.retired, verifier.lastSize = true, lastSize
	}
	return verifier, err
}

func verifierOf(vkey string) (*noteVerifier, error) {
	key, err := parseVerifierKey(vkey)
	if err != nil {
		return nil, err
	}
	return newNoteVerifier(key)
}

// cosignerOf is the cosigning key of a witness, also of one that published its key for plain notes.
func cosignerOf(key verifierKey, id string) (*noteVerifier, error) {
	if key.kind == kindEd25519 {
		key.kind = kindCosignature
	}
	verifier, err := newNoteVerifier(key)
	if err == nil {
		verifier.id = id
	}
	return verifier, err
}

func trustFault(reason string) error {
	return malformed("trust.malformed", "these are not the keys of a log: "+reason)
}
