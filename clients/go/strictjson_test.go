package evidence

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

func TestCanonicalJSON(t *testing.T) {
	var texts []struct{ Text, Double, Canonical, Code string }
	read(t, "json.json", &texts)
	if len(texts) < 300 {
		t.Fatalf("there are only %d texts", len(texts))
	}
	for _, each := range texts {
		t.Run(each.Text+each.Double, func(t *testing.T) {
			var value any
			var err error
			if each.Double != "" {
				bits, _ := strconv.ParseUint(each.Double, 16, 64)
				value = math.Float64frombits(bits)
			} else {
				value, err = parseStrictJSON([]byte(each.Text))
			}
			canonical := ""
			if err == nil {
				canonical, err = canonicalJSON(value)
			}
			same(t, "code", codeOf(err), each.Code)
			same(t, "canonical", canonical, each.Canonical)
		})
	}
}

// What scripts/random-json.mjs wrote: other texts than the vectors, many of them not JSON.
func TestRandomTextsAreReadAsInTypeScript(t *testing.T) {
	file := os.Getenv("RANDOM_JSON")
	if file == "" {
		t.Skip("RANDOM_JSON names no file")
	}
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range bytes.Split(bytes.TrimSpace(content), []byte("\n")) {
		var each struct {
			Text      string
			Canonical *string
		}
		if err := json.Unmarshal(line, &each); err != nil {
			t.Fatal(err)
		}
		value, err := parseStrictJSON([]byte(each.Text))
		canonical := ""
		if err == nil {
			canonical, err = canonicalJSON(value)
		}
		if (err == nil) != (each.Canonical != nil) || (err == nil && canonical != *each.Canonical) {
			t.Errorf("%q: %q (%v)", each.Text, canonical, err)
		}
	}
}

func TestTheVectorsOfJSONCanonicalization(t *testing.T) {
	inputs, _ := filepath.Glob("../../test/vectors/jcs/input/*.json")
	if len(inputs) < 6 {
		t.Fatalf("there are only %d vectors", len(inputs))
	}
	for _, input := range inputs {
		text, _ := os.ReadFile(input)
		wanted, err := os.ReadFile(filepath.Join("../../test/vectors/jcs/output", filepath.Base(input)))
		if err != nil {
			t.Fatal(err)
		}
		var value any
		if err := json.Unmarshal(text, &value); err != nil {
			t.Fatal(err)
		}
		canonical, err := canonicalJSON(value)
		same(t, input, err, nil)
		same(t, input, canonical, string(wanted))
	}
}
