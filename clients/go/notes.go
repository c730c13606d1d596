package evidence

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	kindEd25519      = 0x01
	kindCosignature  = 0x04
	signaturesAtMost = 100
	proofHeader      = "c2sp.org/tlog-proof@v1"
)

// A Position is a size of the log, and its root at that size.
type Position struct {
	Size int64
	Root []byte
}

type noteSignature struct {
	name    string
	keyHash uint32
	value   []byte
}

// isNoteText says whether a text ends in a line feed and has no other ASCII control character.
func isNoteText(text string) bool {
	isControl := func(r rune) bool { return r < ' ' && r != '\n' }
	return strings.HasSuffix(text, "\n") && utf8.ValidString(text) && !strings.ContainsFunc(text, isControl)
}

func isKeyName(name string) bool {
	isForbidden := func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r == '+' }
	return name != "" && utf8.ValidString(name) && !strings.ContainsFunc(name, isForbidden)
}

// parseNote gives text and unchecked signatures of a note, C2SP signed-note.
func parseNote(note string) (string, []noteSignature, error) {
	fault := malformed("note.malformed", "this is not a signed note")
	end := strings.LastIndex(note, "\n\n")
	if end < 0 || !isNoteText(note) {
		return "", nil, fault
	}
	lines := strings.Split(note[end+2:], "\n")
	lines = lines[:len(lines)-1]
	if len(lines) == 0 || len(lines) > signaturesAtMost {
		return "", nil, fault
	}
	signatures := make([]noteSignature, len(lines))
	for i, line := range lines {
		parts := strings.Split(line, " ")
		if len(parts) != 3 || parts[0] != "\u2014" || !isKeyName(parts[1]) {
			return "", nil, fault
		}
		data, err := decodeBase64(parts[2])
		if err != nil || len(data) <= 4 {
			return "", nil, fault
		}
		signatures[i] = noteSignature{parts[1], binary.BigEndian.Uint32(data), data[4:]}
	}
	return note[:end+1], signatures, nil
}

// A verifierKey is a public key with its name on notes.
type verifierKey struct {
	name      string
	kind      byte
	publicKey []byte
}

func noteKeyHash(name string, kind byte, publicKey []byte) uint32 {
	return binary.BigEndian.Uint32(hashOf([]byte(name+"\n"), []byte{kind}, publicKey))
}

// parseVerifierKey reads a vkey, "<name>+<hash>+<base64>".
func parseVerifierKey(text string) (verifierKey, error) {
	fault := malformed("verifier_key.malformed", "this is not a vkey")
	parts := strings.SplitN(text, "+", 3)
	if len(parts) != 3 || !isKeyName(parts[0]) || len(parts[1]) != 8 || strings.ToLower(parts[1]) != parts[1] {
		return verifierKey{}, fault
	}
	hash, hashErr := hex.DecodeString(parts[1])
	data, err := decodeBase64(parts[2])
	if hashErr != nil || err != nil || len(data) == 0 {
		return verifierKey{}, fault
	}
	key := verifierKey{parts[0], data[0], data[1:]}
	if key.kind == kindEd25519 || key.kind == kindCosignature {
		isOther := binary.BigEndian.Uint32(hash) != noteKeyHash(key.name, key.kind, key.publicKey)
		if len(key.publicKey) != 32 || isOther {
			return verifierKey{}, fault
		}
	}
	return key, nil
}

// A noteVerifier checks the signatures of one key. With no name, a signature's hash must be that of its own name.
type noteVerifier struct {
	name      string
	kind      byte
	publicKey []byte
	// id is a witness's name in the quorum.
	id string
}

func newNoteVerifier(key verifierKey) (*noteVerifier, error) {
	if key.kind != kindEd25519 && key.kind != kindCosignature {
		return nil, malformed("trust.malformed", "a vkey is of a kind that is not known here")
	}
	if !isSoundPublicKey(key.publicKey) {
		return nil, malformed("key.malformed", "this is not a sound Ed25519 public key")
	}
	return &noteVerifier{name: key.name, kind: key.kind, publicKey: key.publicKey}, nil
}

func (v *noteVerifier) isNamedBy(signature noteSignature) bool {
	if v.name != "" && v.name != signature.name {
		return false
	}
	return signature.keyHash == noteKeyHash(signature.name, v.kind, v.publicKey)
}

func (v *noteVerifier) verify(text string, signature []byte) bool {
	if v.kind == kindEd25519 {
		return verifySignature(v.publicKey, []byte(text), signature)
	}
	time, ok := cosignatureTime(signature)
	message := fmt.Sprintf("cosignature/v1\ntime %d\n%s", time, text)
	return ok && verifySignature(v.publicKey, []byte(message), signature[8:])
}

// cosignatureTime is in seconds since 1970; false where these are not 8 bytes of time and 64 of signature.
func cosignatureTime(signature []byte) (int64, bool) {
	if len(signature) != 72 || signature[0] >= 0x80 {
		return 0, false
	}
	return int64(binary.BigEndian.Uint64(signature)), true
}

type signedBy struct {
	key       *noteVerifier
	signature noteSignature
}

// openNote gives the text of a note and one signature for each known key that signed it. An invalid one of a known key
// refuses the note; those of other keys are ignored.
func openNote(note string, known []*noteVerifier) (string, []signedBy, error) {
	text, signatures, err := parseNote(note)
	if err != nil {
		return "", nil, err
	}
	var verified []signedBy
	for _, signature := range signatures {
		at := slices.IndexFunc(known, func(key *noteVerifier) bool { return key.isNamedBy(signature) })
		if at < 0 {
			continue
		}
		if !known[at].verify(text, signature.value) {
			return "", nil, malformed("note.bad_signature", "the signature of "+signature.name+" is not good")
		}
		if !slices.ContainsFunc(verified, func(other signedBy) bool { return other.key == known[at] }) {
			verified = append(verified, signedBy{known[at], signature})
		}
	}
	if len(verified) == 0 {
		return "", nil, malformed("note.unsigned", "no known key signed the note")
	}
	return text, verified, nil
}

type cosignature struct {
	witness *noteVerifier
	// Seconds since 1970.
	time int64
}

// A Checkpoint is one whose signatures were checked.
type Checkpoint struct {
	Origin string
	Position
	cosignatures []cosignature
}

// Cosigned says how many of the pinned witnesses cosigned it.
func (c *Checkpoint) Cosigned() int { return len(c.cosignatures) }

func parseCheckpoint(text string) (*Checkpoint, error) {
	fault := malformed("checkpoint.malformed", "this is not a checkpoint")
	if !isNoteText(text) {
		return nil, fault
	}
	lines := strings.Split(text[:len(text)-1], "\n")
	if len(lines) < 3 || lines[0] == "" || slices.Contains(lines[3:], "") {
		return nil, fault
	}
	size, ok := readDecimal(lines[1])
	root, err := decodeBase64(lines[2])
	if !ok || err != nil || len(root) != hashLength {
		return nil, fault
	}
	return &Checkpoint{Origin: lines[0], Position: Position{size, root}}, nil
}

// openCheckpoint checks and reads a checkpoint's note; one of the log's keys must have signed it.
func openCheckpoint(note string, trust *Trust) (*Checkpoint, error) {
	text, verified, err := openNote(note, slices.Concat(trust.log, trust.witnesses))
	if err != nil {
		return nil, err
	}
	isByLog := func(by signedBy) bool { return isNamed(trust.log, by.signature) != nil }
	if !slices.ContainsFunc(verified, isByLog) {
		return nil, malformed("note.unsigned", "the log did not sign the checkpoint")
	}
	checkpoint, err := parseCheckpoint(text)
	if err != nil {
		return nil, err
	}
	if checkpoint.Origin != trust.Origin {
		return nil, malformed("checkpoint.other_origin", "this is the checkpoint of another log")
	}
	for _, by := range verified {
		witness := isNamed(trust.witnesses, by.signature)
		if time, ok := cosignatureTime(by.signature.value); ok && witness != nil {
			checkpoint.cosignatures = append(checkpoint.cosignatures, cosignature{witness, time})
		}
	}
	return checkpoint, nil
}

func isNamed(keys []*noteVerifier, signature noteSignature) *noteVerifier {
	for _, key := range keys {
		if key.isNamedBy(signature) {
			return key
		}
	}
	return nil
}

type tlogProof struct {
	index      int64
	proof      [][]byte
	checkpoint string
	hasExtra   bool
}

// parseTlogProof reads a proof without checking it, C2SP tlog-proof.
func parseTlogProof(text string) (tlogProof, error) {
	fault := malformed("tlog_proof.malformed", "this is not a proof of a log")
	head, checkpoint, ok := strings.Cut(text, "\n\n")
	lines := strings.Split(head, "\n")
	if !ok || checkpoint == "" || lines[0] != proofHeader {
		return tlogProof{}, fault
	}
	read := tlogProof{checkpoint: checkpoint}
	lines = lines[1:]
	if len(lines) > 0 && strings.HasPrefix(lines[0], "extra ") {
		read.hasExtra = true
		lines = lines[1:]
	}
	if len(lines) == 0 || !strings.HasPrefix(lines[0], "index ") {
		return tlogProof{}, fault
	}
	if read.index, ok = readDecimal(strings.TrimPrefix(lines[0], "index ")); !ok {
		return tlogProof{}, fault
	}
	for _, line := range lines[1:] {
		hash, err := decodeBase64(line)
		if err != nil || len(hash) != hashLength {
			return tlogProof{}, fault
		}
		read.proof = append(read.proof, hash)
	}
	return read, nil
}
