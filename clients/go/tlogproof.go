package evidence

import "strings"

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
