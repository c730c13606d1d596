package evidence

import (
	"encoding/binary"
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

func isNamed(keys []*noteVerifier, signature noteSignature) *noteVerifier {
	for _, key := range keys {
		if key.isNamedBy(signature) {
			return key
		}
	}
	return nil
}
