package evidence

import (
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
