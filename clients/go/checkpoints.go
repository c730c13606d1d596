package evidence

import (
	"encoding/binary"
	"slices"
	"strings"
)

// A Position is a size of the log, and its root at that size.
type Position struct {
	Size int64
	Root []byte
}

// cosignatureTime is in seconds since 1970; false where these are not 8 bytes of time and 64 of signature.
func cosignatureTime(signature []byte) (int64, bool) {
	if len(signature) != 72 || signature[0] >= 0x80 {
		return 0, false
	}
	return int64(binary.BigEndian.Uint64(signature)), true
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

// openCheckpoint checks and reads a checkpoint's note; one of the log's keys must have signed it, before it
// was retired.
func openCheckpoint(note string, trust *Trust) (*Checkpoint, error) {
	text, verified, err := openNote(note, slices.Concat(trust.log, trust.witnesses))
	if err != nil {
		return nil, err
	}
	var signers []*noteVerifier
	for _, by := range verified {
		if key := isNamed(trust.log, by.signature); key != nil {
			signers = append(signers, key)
		}
	}
	if len(signers) == 0 {
		return nil, malformed("note.unsigned", "the log did not sign the checkpoint")
	}
	checkpoint, err := parseCheckpoint(text)
	if err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(signers, func(key *noteVerifier) bool { return !key.retired || checkpoint.Size <= key.lastSize }) {
		return nil, malformed("note.unsigned", "only keys signed the checkpoint that had been retired before")
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
