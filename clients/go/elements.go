package evidence

import (
	_ "embed"
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strconv"
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
	NeedsActiveAuthority bool     `json:"needs_active_authority"`
	IssuerSigns          bool     `json:"issuer_signs"`
}

type presenceRule struct {
	Transitions []string `json:"transitions"`
	Cause       string   `json:"cause"`
	Values      []string `json:"values"`
	Not         string   `json:"not"`
	AtMost      string   `json:"at_most"`
}

type subjectRules struct {
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

type memberForm = func(value any) bool

func orNull(check memberForm) memberForm {
	return func(value any) bool { return value == nil || check(value) }
}

func oneOf(values ...string) memberForm {
	return func(value any) bool { text, ok := value.(string); return ok && slices.Contains(values, text) }
}

func isTextList(value any) bool {
	texts, ok := textsOf(value)
	return ok && len(texts) > 0
}

func isReference(value any) bool {
	reference, ok := value.(object)
	return ok && len(reference) == 3 && isText(reference["id"]) && isCount(reference["version"]) && isDigest(reference["digest"])
}

func withCommon(members map[string]memberForm) map[string]memberForm {
	common := map[string]memberForm{
		"format": isText, "log": isText, "sequence": isCount, "type": isText, "event_id": isText, "occurred_at": isMoment,
		"state": isText, "reason_digest": orNull(isDigest), "salt": isText, "previous": orNull(isDigest),
	}
	for name, check := range common {
		members[name] = check
	}
	return members
}

var elementMembers = map[string]map[string]memberForm{
	"record": withCommon(map[string]memberForm{
		"project_id": isText, "record_id": isText, "origin": isText, "external_id": orNull(isText), "authority": isReference,
		"issuer": isText, "expires_at": orNull(isMoment), "successor_id": orNull(isText), "content_digest": isDigest,
		"issuer_signature": orNull(isText),
	}),
	"authority": withCommon(map[string]memberForm{
		"project_id": isText, "authority_id": isText, "issuer": isText, "scope": isTextList, "valid_until": isMoment,
		"public_key": orNull(isText), "cause": orNull(isText), "invalid_since": orNull(isMoment),
	}),
	"key": withCommon(map[string]memberForm{
		"key_id": isText, "purpose": oneOf("provenance", "answer"), "public_key": isText,
		"cause": orNull(oneOf(rules["key"].Present["cause"].Values...)), "invalid_since": orNull(isMoment),
	}),
}

// An element has the hashed content, the claimed digest, and the signature beside it.
type element struct {
	content   object
	digest    string
	signature object
	// The canonical form of the content; "" where there is none.
	text string
}

func (e element) str(member string) string { text, _ := e.content[member].(string); return text }
func (e element) time(member string) int64 { return momentOf(e.str(member)) }
func (e element) authority() object {
	reference, _ := e.content["authority"].(object)
	return reference
}
func (e element) slotAfter() ([]byte, error) { return nextSlot(e.str("salt"), e.digest) }

// A chain has the elements of one subject, oldest first.
type chain struct {
	subjectID string
	elements  []element
	shown     []any
}

func (c chain) newest() element { return c.elements[len(c.elements)-1] }

// entry is the log's entry of the newest element.
func (c chain) entry(origin string) ([]byte, error) {
	digest, err := digestBytes(c.newest().digest)
	if err != nil {
		return nil, err
	}
	slot := firstSlot(origin, c.subjectID)
	if len(c.elements) > 1 {
		if slot, err = c.elements[len(c.elements)-2].slotAfter(); err != nil {
			return nil, err
		}
	}
	return slices.Concat(slot, digest), nil
}

func chainOf(subjectID string, shown []any) chain {
	read := chain{subjectID: subjectID, shown: shown}
	for _, each := range shown {
		content := object{}
		members := each.(object)
		for name, value := range members {
			if name != "digest" && name != "signature" {
				content[name] = value
			}
		}
		signature, _ := members["signature"].(object)
		canonical, _ := canonicalJSON(content)
		read.elements = append(read.elements, element{content, members["digest"].(string), signature, canonical})
	}
	return read
}

// findFault gives the first failed step of a chain; "" for a valid one.
func (c chain) findFault(kind string) string {
	if len(c.elements) == 0 {
		return "form"
	}
	for i, each := range c.elements {
		var before *element
		if i > 0 {
			before = &c.elements[i-1]
		}
		if step := findElementFault(kind, before, each, i+1); step != "" {
			return step
		}
	}
	return ""
}

func findElementFault(kind string, before *element, now element, sequence int) string {
	if now.text == "" || now.content["format"] != "element/v1" {
		return "form"
	}
	if digestText(now.text) != now.digest {
		return "digests"
	}
	members := elementMembers[kind]
	if len(now.content) != len(members) {
		return "form"
	}
	for name, check := range members {
		if value, has := now.content[name]; !has || !check(value) {
			return "form"
		}
	}
	if now.content["sequence"] != float64(sequence) {
		return "sequence"
	}
	if before == nil {
		if now.content["previous"] != nil {
			return "links"
		}
	} else {
		if now.content["previous"] != before.digest {
			return "links"
		}
		for _, member := range rules[kind].Constant {
			if now.content[member] != before.content[member] {
				return "subject"
			}
		}
		if !continuesLog(before.str("log"), now.str("log")) {
			return "subject"
		}
		if now.str("occurred_at") < before.str("occurred_at") {
			return "times"
		}
	}
	if !follows(kind, before, now) {
		return "transitions"
	}
	return ""
}

var recovered = regexp.MustCompile(`\A(.*)/recovered-([1-9][0-9]{0,8})\z`)

func splitOrigin(origin string) (string, int) {
	match := recovered.FindStringSubmatch(origin)
	if match == nil {
		return origin, 0
	}
	number, _ := strconv.Atoi(match[2])
	return match[1], number
}

// continuesLog says whether a chain of one log may continue in another: the same log, or one that replaced it.
func continuesLog(before, next string) bool {
	first, number := splitOrigin(before)
	other, later := splitOrigin(next)
	return before == next || (first == other && number < later)
}

func (r transitionRule) isAllowedFrom(state string) bool {
	if state == "" {
		return len(r.From) == 0
	}
	return slices.Contains(r.From, state)
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
	value, isThere := now.content[member].(string)
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
