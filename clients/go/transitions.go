package evidence

import (
	_ "embed"
	"encoding/json"
	"reflect"
	"slices"
)

// The rules of the transitions, the same as docs/transitions.json.
//
//go:embed transitions.json
var transitionsJSON []byte

type transitionRule struct {
	From                 []string `json:"from"`
	To                   any      `json:"to"`
	Changes              []string `json:"changes"`
	Reason               bool     `json:"reason"`
	AddsPassed           bool     `json:"adds_passed"`
	NeedsActiveAuthority bool     `json:"needs_active_authority"`
	IssuerSigns          string   `json:"issuer_signs"`
}

type presenceRule struct {
	Transitions []string `json:"transitions"`
	Cause       string   `json:"cause"`
	Values      []string `json:"values"`
	Not         string   `json:"not"`
	AtMost      string   `json:"at_most"`
}

type subjectRules struct {
	States     []string `json:"states"`
	Constant   []string `json:"constant"`
	Changeable []string `json:"changeable"`
	Expires    *struct {
		Member     string `json:"member"`
		Transition string `json:"transition"`
	} `json:"expires"`
	Present     map[string]presenceRule   `json:"present"`
	Transitions map[string]transitionRule `json:"transitions"`
}

var rules = func() map[string]subjectRules {
	var read struct {
		Record    subjectRules `json:"record"`
		Authority subjectRules `json:"authority"`
		Key       subjectRules `json:"key"`
	}
	if err := json.Unmarshal(transitionsJSON, &read); err != nil {
		panic(err)
	}
	return map[string]subjectRules{"record": read.Record, "authority": read.Authority, "key": read.Key}
}()

func (r transitionRule) isAllowedFrom(state string) bool {
	if state == "" {
		return len(r.From) == 0
	}
	return slices.Contains(r.From, state)
}

// addsPassed says whether an element can add a "passed": late, it is refused. What takes one away counts, late as it is.
func (e element) addsPassed() bool {
	for _, of := range rules {
		if of.Transitions[e.str("type")].AddsPassed {
			return true
		}
	}
	return false
}

func (e element) isDue(kind string, at int64) bool {
	expires := rules[kind].Expires
	if expires == nil || !rules[kind].Transitions[expires.Transition].isAllowedFrom(e.str("state")) {
		return false
	}
	return e.content[expires.Member] != nil && e.time(expires.Member) <= at
}

// stateAt is the state at a time in milliseconds since 1970: that of the newest element, or "expired" if that is due.
func (e element) stateAt(kind string, at int64) string {
	if e.isDue(kind, at) {
		return "expired"
	}
	return e.str("state")
}

func follows(kind string, before *element, now element) bool {
	of := rules[kind]
	rule, known := of.Transitions[now.str("type")]
	state := ""
	if before != nil {
		state = before.str("state")
	}
	if !known || !rule.isAllowedFrom(state) {
		return false
	}
	to := rule.To
	if byState, ok := to.(map[string]any); ok {
		to = byState[state]
	}
	if now.content["state"] != to || rule.Reason != (now.content["reason_digest"] != nil) {
		return false
	}
	for member, presence := range of.Present {
		if !presence.holds(now, member) {
			return false
		}
	}
	if kind == "key" && now.str("key_id") != thumbprint(now.str("public_key")) {
		return false
	}
	if before == nil {
		return true
	}
	isExpiry := of.Expires != nil && now.str("type") == of.Expires.Transition
	if before.isDue(kind, now.time("occurred_at")) != isExpiry {
		return false
	}
	for _, member := range of.Changeable {
		if !slices.Contains(rule.Changes, member) && !reflect.DeepEqual(before.content[member], now.content[member]) {
			return false
		}
	}
	return kind != "record" || followsAuthority(before.authority(), now.authority())
}

func followsAuthority(before, next object) bool {
	if before["id"] != next["id"] {
		return false
	}
	if before["version"] == next["version"] {
		return before["digest"] == next["digest"]
	}
	return next["version"].(float64) > before["version"].(float64)
}

func (r presenceRule) holds(now element, member string) bool {
	isDueHere := slices.Contains(r.Transitions, now.str("type")) && (r.Cause == "" || r.Cause == now.str("cause"))
	value, _ := now.content[member].(string)
	isThere := now.content[member] != nil
	if !isThere || !isDueHere {
		return isThere == isDueHere
	}
	if r.Values != nil && !slices.Contains(r.Values, value) {
		return false
	}
	if r.Not != "" && value == now.str(r.Not) {
		return false
	}
	return r.AtMost == "" || value <= now.str(r.AtMost)
}
