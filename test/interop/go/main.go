// Command interop checks an evidence bundle as docs/evidence.md describes it, with the libraries of the transparency
// logs of others. It prints one line for each check, and exits with 1 where one of them fails.
package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/gowebpki/jcs"
	"github.com/transparency-dev/formats/log"
	"github.com/transparency-dev/formats/note"
	tlog "github.com/transparency-dev/formats/proof"
	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
)

// Bundle holds what is checked of a bundle; the rest is ignored.
type Bundle struct {
	Format string `json:"format"`
	Log    string `json:"log"`
	Answer struct {
		AsOf string `json:"as_of"`
		Body struct {
			Evidence struct {
				Provenance struct {
					Receipt *Receipt `json:"receipt"`
				} `json:"provenance"`
			} `json:"evidence"`
		} `json:"body"`
	} `json:"answer"`
	Record      []json.RawMessage            `json:"record"`
	Authorities map[string][]json.RawMessage `json:"authorities"`
	Keys        map[string][]json.RawMessage `json:"keys"`
	Checkpoint  string                       `json:"checkpoint"`
	Inclusion   map[string]string            `json:"inclusion"`
	Consistency struct {
		From  uint64   `json:"from"`
		To    uint64   `json:"to"`
		Proof []string `json:"proof"`
	} `json:"consistency"`
}

// Receipt is the inclusion of the record's newest element under the checkpoint that it was sequenced with.
type Receipt struct {
	LogIndex       uint64   `json:"log_index"`
	TreeSize       uint64   `json:"tree_size"`
	RootHash       string   `json:"root_hash"`
	InclusionProof []string `json:"inclusion_proof"`
	Checkpoint     string   `json:"checkpoint"`
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "Two arguments are given: the file of a bundle, and the vkey of its log.")
		os.Exit(2)
	}
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if !checkBundle(text, os.Args[2]) {
		os.Exit(1)
	}
}

// checkBundle prints what it finds, and says whether all was good.
func checkBundle(text []byte, vkey string) bool {
	good := true
	report := func(check string, err error) bool {
		if err == nil {
			fmt.Println("ok  ", check)
			return true
		}
		good = false
		fmt.Println("FAIL", check, "-", err)
		return false
	}

	bundle, err := parseBundle(text)
	if !report("bundle", err) {
		return false
	}
	checkpoint, err := openCheckpoint(bundle.Checkpoint, bundle.Log, vkey)
	if !report("checkpoint", err) {
		return false
	}
	entries, err := newestEntries(bundle)
	if !report("elements", err) {
		return false
	}
	for _, subject := range slices.Sorted(maps.Keys(entries)) {
		report("inclusion of "+subject, checkInclusion(entries[subject], bundle.Inclusion[subject], checkpoint))
	}
	if len(bundle.Inclusion) != len(entries) {
		report("inclusion", fmt.Errorf("%d proofs for %d subjects", len(bundle.Inclusion), len(entries)))
	}
	report("consistency", checkConsistency(bundle, checkpoint))
	receipt := bundle.Answer.Body.Evidence.Provenance.Receipt
	if receipt == nil {
		fmt.Println("--   receipt - the element was not in the log yet")
		return good
	}
	recordID, err := member(bundle.Record[0], "record_id")
	if err == nil {
		err = checkReceipt(receipt, entries[recordID], bundle.Log, vkey)
	}
	report("receipt", err)
	return good
}

// parseBundle refuses what is no I-JSON: the canonical form exists of nothing else.
func parseBundle(text []byte) (*Bundle, error) {
	if _, err := jcs.Transform(text); err != nil {
		return nil, err
	}
	var bundle Bundle
	if err := json.Unmarshal(text, &bundle); err != nil {
		return nil, err
	}
	if bundle.Format != "bundle/v1" {
		return nil, fmt.Errorf("the format is %q", bundle.Format)
	}
	if len(bundle.Record) == 0 {
		return nil, fmt.Errorf("there is no element of a record")
	}
	return &bundle, nil
}

// openCheckpoint answers size and root, where the log's own signature is good.
func openCheckpoint(text, origin, vkey string) (*log.Checkpoint, error) {
	verifier, err := note.NewVerifier(vkey)
	if err != nil {
		return nil, err
	}
	checkpoint, _, _, err := log.ParseCheckpoint([]byte(text), origin, verifier)
	return checkpoint, err
}

func checkInclusion(entry []byte, text string, checkpoint *log.Checkpoint) error {
	var inclusion tlog.TLogProof
	if err := inclusion.Unmarshal([]byte(text)); err != nil {
		return err
	}
	path := make([][]byte, len(inclusion.Hashes))
	for i := range inclusion.Hashes {
		path[i] = inclusion.Hashes[i][:]
	}
	return verifyInclusion(entry, inclusion.Index, path, checkpoint)
}

func checkConsistency(bundle *Bundle, checkpoint *log.Checkpoint) error {
	asOf := strings.Split(bundle.Answer.AsOf, " ")
	if len(asOf) != 4 || asOf[0] != bundle.Log {
		return fmt.Errorf("as_of is %q", bundle.Answer.AsOf)
	}
	size, err := strconv.ParseUint(asOf[1], 10, 64)
	if err != nil {
		return err
	}
	hashes, err := decodeHashes(append([]string{asOf[2]}, bundle.Consistency.Proof...))
	if err != nil {
		return err
	}
	if bundle.Consistency.From != size || bundle.Consistency.To != checkpoint.Size {
		return fmt.Errorf("it is from %d to %d", bundle.Consistency.From, bundle.Consistency.To)
	}
	root, path := hashes[0], hashes[1:]
	return proof.VerifyConsistency(rfc6962.DefaultHasher, size, checkpoint.Size, path, root, checkpoint.Hash)
}

func checkReceipt(receipt *Receipt, entry []byte, origin, vkey string) error {
	checkpoint, err := openCheckpoint(receipt.Checkpoint, origin, vkey)
	if err != nil {
		return err
	}
	hashes, err := decodeHashes(append([]string{receipt.RootHash}, receipt.InclusionProof...))
	if err != nil {
		return err
	}
	root, path := hashes[0], hashes[1:]
	if receipt.TreeSize != checkpoint.Size || !bytes.Equal(root, checkpoint.Hash) {
		return fmt.Errorf("it does not repeat its checkpoint")
	}
	return verifyInclusion(entry, receipt.LogIndex, path, checkpoint)
}

func verifyInclusion(entry []byte, index uint64, path [][]byte, checkpoint *log.Checkpoint) error {
	leaf := rfc6962.DefaultHasher.HashLeaf(entry)
	return proof.VerifyInclusion(rfc6962.DefaultHasher, index, checkpoint.Size, leaf, path, checkpoint.Hash)
}

func decodeHashes(texts []string) ([][]byte, error) {
	hashes := make([][]byte, len(texts))
	for i, text := range texts {
		hash, err := base64.StdEncoding.Strict().DecodeString(text)
		if err != nil {
			return nil, err
		}
		hashes[i] = hash
	}
	return hashes, nil
}
