package evidence

import (
	"encoding/hex"
	"slices"
)

// keyTerms are a published key with the time in which it signs; "" where a time is unknown or none.
type keyTerms struct {
	purpose, publicKey, invalidSince, publishedAt, revokedAt string
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
}

// ParseTrust reads the document of GET /v1/log/<environment>/keys, to which "witnesses" (vkeys) and "quorum" may be added.
// Without a quorum every named witness must have cosigned; one of half of them or fewer needs "weak_quorum": true.
func ParseTrust(document []byte) (*Trust, error) {
	value, err := parseStrictJSON(document)
	if err != nil {
		return nil, err
	}
	root, _ := value.(object)
	log, _ := root["log"].(object)
	origin, ok := log["origin"].(string)
	vkeys, isList := textsOf(log["vkeys"])
	if !ok || !isList || len(vkeys) == 0 {
		return nil, trustFault("it names no origin or no vkey of the log")
	}
	trust := &Trust{Origin: origin, selfSigned: map[string]bool{}}
	for _, vkey := range vkeys {
		verifier, err := verifierOf(vkey)
		if err != nil {
			return nil, err
		}
		if verifier.name != origin {
			return nil, trustFault("a vkey has another name than the origin of the log")
		}
		trust.log = append(trust.log, verifier)
	}
	if err := trust.readWitnesses(root); err != nil {
		return nil, err
	}
	if ids, has := root["self_signed_keys"]; has {
		texts, ok := textsOf(ids)
		if !ok {
			return nil, trustFault("self_signed_keys is not a list of texts")
		}
		for _, id := range texts {
			trust.selfSigned[id] = true
		}
	}
	trust.keys, err = readKeys(root["keys"])
	return trust, err
}

func (t *Trust) readWitnesses(root object) error {
	texts := []string{}
	if value, has := root["witnesses"]; has {
		var ok bool
		if texts, ok = textsOf(value); !ok {
			return trustFault("witnesses is not a list of texts")
		}
	}
	var names []string
	for _, text := range texts {
		key, err := parseVerifierKey(text)
		if err != nil {
			return err
		}
		witness, err := cosignerOf(key, hex.EncodeToString(key.publicKey)+" "+key.name)
		if err != nil {
			return err
		}
		if slices.Contains(names, witness.id) {
			return trustFault("a witness is named twice")
		}
		names = append(names, witness.id)
		t.witnesses = append(t.witnesses, witness)
	}
	threshold := float64(len(names))
	if value, has := root["quorum"]; has {
		if !isSize(value) {
			return trustFault("the quorum is not a whole number")
		}
		threshold = value.(float64)
	}
	isWeak := false
	if value, has := root["weak_quorum"]; has {
		var ok bool
		if isWeak, ok = value.(bool); !ok {
			return trustFault("weak_quorum is not true or false")
		}
	}
	count := float64(len(names))
	if threshold > count || (count > 0 && (threshold == 0 || (!isWeak && threshold*2 <= count))) {
		return trustFault("with such a quorum, the log could show two readers two histories")
	}
	t.quorum = anyOf(int(threshold), names)
	return nil
}

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
	trust := &Trust{Origin: named, quorum: p.read.quorum, policy: p}
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
	var counted []string
	if p.read.quorum != nil {
		counted = p.read.quorum.witnesses()
	}
	for _, witness := range p.read.witnesses {
		key := verifierKey{"", kindCosignature, witness.key.publicKey}
		if witness.key.vkey != nil {
			key = *witness.key.vkey
		}
		verifier, err := cosignerOf(key, witness.name)
		if err != nil {
			return nil, err
		}
		if slices.Contains(counted, witness.name) {
			trust.witnesses = append(trust.witnesses, verifier)
		}
	}
	return trust, nil
}

// VerifyCheckpoint opens a checkpoint of the pinned log that a quorum of the pinned witnesses cosigned. The code of its
// error is "checkpoint.witnesses" where only cosignatures are missing.
func VerifyCheckpoint(note string, trust *Trust) (*Checkpoint, error) {
	checkpoint, err := openCheckpoint(note, trust)
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

func readKeys(value any) (map[string]keyTerms, error) {
	read := map[string]keyTerms{}
	if value == nil {
		return read, nil
	}
	keys, ok := value.([]any)
	if !ok {
		return nil, trustFault("its keys are not a list")
	}
	for _, each := range keys {
		key, ok := each.(object)
		if !ok || key["crv"] != "Ed25519" {
			continue
		}
		kid, hasKid := key["kid"].(string)
		x, hasX := key["x"].(string)
		purpose, hasPurpose := key["purpose"].(string)
		_, hasKind := key["kty"].(string)
		since, saysSince := key["invalid_since"]
		sinceText, isText := since.(string)
		if !hasKid || !hasX || !hasPurpose || !hasKind || !saysSince || (since != nil && !isText) || thumbprint(x) != kid {
			return nil, trustFault("a key lacks a member, or its kid is not its thumbprint")
		}
		terms := keyTerms{purpose: purpose, publicKey: x, invalidSince: sinceText}
		for name, into := range map[string]*string{"published_at": &terms.publishedAt, "revoked_at": &terms.revokedAt} {
			if key[name] == nil {
				continue
			}
			if _, ok := readMoment(key[name]); !ok {
				return nil, trustFault("a key names what is no time")
			}
			*into = key[name].(string)
		}
		read[kid] = terms
	}
	return read, nil
}

func textsOf(value any) ([]string, bool) {
	list, ok := value.([]any)
	texts := make([]string, 0, len(list))
	for _, item := range list {
		text, isText := item.(string)
		ok = ok && isText
		texts = append(texts, text)
	}
	return texts, ok
}

func trustFault(reason string) error {
	return malformed("trust.malformed", "these are not the keys of a log: "+reason)
}
