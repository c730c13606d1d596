package evidence

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

const vectors = "../../docs/vectors"

func read(t *testing.T, name string, into any) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(vectors, name))
	if err == nil && into != nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// readMore reads what scripts/random-vectors.mjs wrote, too.
func readMore[Case any](t *testing.T, name string) []Case {
	t.Helper()
	var cases, more []Case
	read(t, name, &cases)
	if folder := os.Getenv("RANDOM_VECTORS"); folder != "" {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err == nil {
			err = json.Unmarshal(data, &more)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return append(cases, more...)
}

type operation struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	Value any    `json:"value"`
}

// patch applies a JSON Patch to a value, whose parts it changes.
func patch(value any, operations []operation) any {
	root := any(map[string]any{"": value})
	for _, each := range operations {
		names := strings.Split(each.Path, "/")
		for i, name := range names {
			names[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(name)
		}
		root = change(root, names, each)
	}
	return root.(map[string]any)[""]
}

func change(at any, names []string, to operation) any {
	name, isLast := names[0], len(names) == 1
	switch at := at.(type) {
	case map[string]any:
		switch {
		case !isLast:
			at[name] = change(at[name], names[1:], to)
		case to.Op == "remove":
			delete(at, name)
		default:
			at[name] = to.Value
		}
		return at
	case []any:
		index, err := strconv.Atoi(name)
		if err != nil {
			index = len(at)
		}
		switch {
		case !isLast:
			at[index] = change(at[index], names[1:], to)
		case to.Op == "remove":
			return slices.Delete(at, index, index+1)
		case to.Op == "add":
			return slices.Insert(at, index, to.Value)
		default:
			at[index] = to.Value
		}
		return at
	}
	panic(fmt.Sprintf("%v has no member %s", at, name))
}

type vector struct {
	Group, Name, Of string
	Patch, Trust    []operation
	Splice          *struct {
		At, Remove int
		Insert     string
	}
	Options struct {
		Now            string
		MaxAgeSeconds  *float64 `json:"max_age_seconds"`
		ClockSlack     *float64 `json:"clock_slack_seconds"`
		Nonce          *string
		Request        json.RawMessage
		Checkpoint     string
		Entries        string
		RequiresNewest bool `json:"require_newest"`
	}
	Check             *string
	Failed, Undecided []string
	Good              *bool
	Summary           string
	Late              []string
}

func (v vector) evidence(t *testing.T) []byte {
	var value any
	base := read(t, v.Of, &value)
	if v.Splice != nil {
		insert, err := base64.StdEncoding.DecodeString(v.Splice.Insert)
		if err != nil {
			t.Fatal(err)
		}
		return slices.Concat(base[:v.Splice.At], insert, base[v.Splice.At+v.Splice.Remove:])
	}
	// A lone surrogate cannot pass through encoding/json.
	if len(v.Patch) == 1 && strings.Contains(fmt.Sprint(v.Patch[0].Value), "\ufffd") {
		data, _ := json.Marshal(patch(value, v.Patch))
		return []byte(strings.ReplaceAll(string(data), "\ufffd", `\ud800`))
	}
	data, err := json.Marshal(patch(value, v.Patch))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func parsePatched(t *testing.T, operations []operation) (*Trust, error) {
	var value any
	read(t, "keys.json", &value)
	data, _ := json.Marshal(patch(value, operations))
	return ParseTrust(data)
}

func trustOf(t *testing.T, operations []operation) *Trust {
	trust, err := parsePatched(t, operations)
	if err != nil {
		t.Fatal(err)
	}
	return trust
}

func at(t *testing.T, text string) time.Time {
	moment, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return moment
}

func secondsOf(seconds *float64) *time.Duration {
	if seconds == nil {
		return nil
	}
	duration := time.Duration(*seconds * float64(time.Second))
	return &duration
}

func (v vector) options(t *testing.T) Options {
	told := v.Options
	options := Options{
		MaxAge:     secondsOf(told.MaxAgeSeconds),
		ClockSlack: secondsOf(told.ClockSlack),
		Nonce:      told.Nonce,
		Request:    told.Request,
		Checkpoint: told.Checkpoint,
		NeedNewest: told.RequiresNewest,
	}
	if told.Now != "" {
		options.Now = at(t, told.Now)
	}
	if told.Entries != "" {
		data, _ := base64.StdEncoding.DecodeString(told.Entries)
		entries, err := NewLogEntries(data)
		if err != nil {
			t.Fatal(err)
		}
		options.Entries = entries
	}
	return options
}

func (v vector) judge(t *testing.T) Report {
	evidence, trust, options := v.evidence(t), trustOf(t, v.Trust), v.options(t)
	if v.Of == "bundle.json" {
		return VerifyBundle(evidence, trust, options)
	}
	var stored struct {
		Body, Request json.RawMessage
		Headers       map[string]string
		Nonce         *string
	}
	if err := json.Unmarshal(evidence, &stored); err != nil {
		t.Fatal(err)
	}
	header := http.Header{}
	for name, value := range stored.Headers {
		header.Set(name, value)
	}
	if stored.Request != nil {
		options.Request = stored.Request
	}
	options.Nonce = stored.Nonce
	return VerifyAnswer(stored.Body, header, trust, options)
}

func same(t *testing.T, what string, got, wanted any) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(wanted) {
		t.Errorf("%s: got %v, wanted %v", what, got, wanted)
	}
}

func orAccepted(check *string) string {
	if check == nil {
		return "accepted"
	}
	return *check
}

func TestEvidence(t *testing.T) {
	cases := readMore[vector](t, "cases.json")
	if len(cases) < 200 {
		t.Fatalf("there are only %d cases", len(cases))
	}
	for _, each := range cases {
		t.Run(each.Group+"/"+each.Name, func(t *testing.T) {
			report := each.judge(t)
			same(t, "failed", report.Failed(), each.Failed)
			same(t, "undecided", report.Undecided, each.Undecided)
			same(t, "ok", report.OK, each.Check == nil)
			same(t, "good", report.Good, outcomeOf(each.Good))
			same(t, "summary", report.Summary, each.Summary)
			same(t, "late", lateIn(report), each.Late)
			if err := report.Err(); (err == nil) != report.OK || (err != nil && !strings.Contains(err.Error(), *each.Check+":")) {
				t.Errorf("err is %v, wanted %s", err, orAccepted(each.Check))
			}
		})
	}
}

// lateIn are the elements that count though they are late.
func lateIn(report Report) []string {
	at := slices.IndexFunc(report.Checks, func(each Finding) bool { return each.Check == "elements.merge_delay" })
	names, isLate := strings.CutPrefix(report.Checks[at].About, "late: ")
	if !isLate {
		return nil
	}
	return strings.Split(names, ", ")
}

func outcomeOf(good *bool) Outcome {
	switch {
	case good == nil:
		return NotChecked
	case *good:
		return Passed
	default:
		return Failed
	}
}

func TestPolicies(t *testing.T) {
	var policies []struct {
		Name, Now, Note string
		Pinned          *PinnedPolicy
		Check           *string
	}
	read(t, "policies.json", &policies)
	for _, each := range policies {
		t.Run(each.Name, func(t *testing.T) {
			check := "accepted"
			policy, err := OpenPolicy(each.Note, each.Pinned)
			switch {
			case codeOf(err) == "policy.unsigned":
				check = "policy.signature"
			case codeOf(err) == "policy.replaced":
				check = "policy.version"
			case err != nil:
				check = "policy.form"
			case !at(t, each.Now).Before(policy.Expires), policy.Dated.After(at(t, each.Now).Add(30 * time.Second)):
				check = "policy.expiry"
			}
			same(t, "check", check, orAccepted(each.Check))
			if err == nil {
				if _, err := policy.Trust(""); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

func TestCheckpoints(t *testing.T) {
	var checkpoints []struct {
		Name, Note, Now string
		Trust           []operation
		Check           *string
		Opened          struct {
			Size       int64
			Cosigned   int
			CosignedAt *int64 `json:"cosigned_at"`
		}
	}
	read(t, "checkpoints.json", &checkpoints)
	for _, each := range checkpoints {
		t.Run(each.Name, func(t *testing.T) {
			trust := trustOf(t, each.Trust)
			opened, err := VerifyCheckpoint(each.Note, trust, Options{Now: at(t, each.Now)})
			if err != nil {
				check := "checkpoint.signature"
				if codeOf(err) == "checkpoint.witnesses" {
					check = codeOf(err)
				}
				same(t, "check", check, orAccepted(each.Check))
				return
			}
			same(t, "check", "accepted", orAccepted(each.Check))
			same(t, "size", opened.Size, each.Opened.Size)
			same(t, "cosigned", opened.Cosigned(), each.Opened.Cosigned)
			time, ok := trust.CosignedAt(opened)
			same(t, "has a time", ok, each.Opened.CosignedAt != nil)
			if ok {
				same(t, "time", time, *each.Opened.CosignedAt*1000)
			}
		})
	}
}

func TestPinnedKeys(t *testing.T) {
	var trusts []struct {
		Name  string
		Patch []operation
		Code  *string
	}
	read(t, "trusts.json", &trusts)
	for _, each := range trusts {
		t.Run(each.Name, func(t *testing.T) {
			_, err := parsePatched(t, each.Patch)
			code := codeOf(err)
			if err == nil {
				code = "accepted"
			}
			same(t, "code", code, orAccepted(each.Code))
		})
	}
}

func TestAnswersAreHeldAgainstTheRulesOfTheService(t *testing.T) {
	var published []struct{ Rule, Check string }
	read(t, "../answer-rules.json", &published)
	if len(published) != len(answerRules) {
		t.Fatalf("there are %d rules, and %d are published", len(answerRules), len(published))
	}
	checks := map[string]string{}
	for i, each := range published {
		same(t, "rule", answerRules[i].name+" "+answerRules[i].check, each.Rule+" "+each.Check)
		checks[each.Rule] = each.Check
	}
	var cases []vector
	read(t, "cases.json", &cases)
	for _, each := range cases {
		if each.Group != "answers that contradict themselves" {
			continue
		}
		rule, _, _ := strings.Cut(each.Name, ":")
		for _, finding := range each.judge(t).Checks {
			if finding.Check == checks[rule] {
				same(t, each.Name, finding.Why, "the answer contradicts itself: "+rule)
			}
		}
	}
}
