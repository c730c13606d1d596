package evidence

import (
	"regexp"
	"slices"
	"strconv"
)

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
	subject := c.subjectID
	// So that no second record is logged by one signature. Other text could be the name of a seal or of a key.
	if signature, _ := c.elements[0].content["issuer_signature"].(string); issuerSignatureForm.MatchString(signature) {
		subject = signature
	}
	slot := firstSlot(origin, subject)
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

// 64 bytes in base64url.
var issuerSignatureForm = regexp.MustCompile(`\A[A-Za-z0-9_-]{86}\z`)

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
