package evidence

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf16"
)

var (
	plainForm = regexp.MustCompile(`\A[A-Za-z0-9_-]{1,100}\z`)
	// Characters that change how the text around them is shown, that nobody sees, or that look like the end of quotes.
	unseenForm = regexp.MustCompile(`[\x00-\x1f\x7f-\x9f\x{ad}\x{34f}\x{61c}\x{115f}\x{1160}\x{17b4}\x{17b5}` +
		`\x{180b}-\x{180f}\x{200b}-\x{200f}\x{2028}-\x{202e}\x{2060}-\x{206f}\x{3164}\x{fe00}-\x{fe0f}\x{feff}\x{ffa0}` +
		`\x{fff0}-\x{fffb}\x{1bca0}-\x{1bca3}\x{1d173}-\x{1d17a}\x{e0000}-\x{e0fff}` +
		`\x{2ba}\x{2dd}\x{2ee}\x{5f4}\x{2033}\x{2036}\x{201c}-\x{201f}\x{275d}\x{275e}\x{3003}\x{301d}-\x{301f}\x{ff02}]`)
)

// judgedRecord is what verified evidence says of a record, in words.
type judgedRecord struct {
	id, name, says string
	// NotChecked where it is not shown.
	good Outcome
}

// shownRecord is a record of a signed answer, with its chain and those of authorities where the evidence has them.
type shownRecord struct {
	answered
	authorities      []chain
	isWhole, isNamed bool
}

// judged judges a record by its verdict, or by the chains where it has none.
func (s shownRecord) judged() judgedRecord {
	record, told := s.envelope["record"].(object), s.part("verdict")
	state, _ := record["state"].(string)
	id, _ := record["id"].(string)
	judged := judgedRecord{id: plainText(id), good: Passed}
	judged.name = "Record " + judged.id
	issuer, hasIssuer := s.part("authority")["issuer"]
	authorityState, _ := s.part("authority")["state"].(string)
	var successor any
	if s.isWhole {
		issuer, hasIssuer = s.chain.newest().content["issuer"], true
		successor = s.chain.newest().content["successor_id"]
	}
	if hasIssuer {
		judged.name += " of issuer " + quotedText(issuer.(string))
	}
	reasons, hasVerdict := []string{}, told != nil
	warnings := []string{}
	if told != nil {
		reasons, _ = textsOf(told["reasons"])
		warnings, _ = textsOf(told["warnings"])
		if successor == nil {
			successor = told["successor_id"]
		}
	}
	if s.isWhole && s.isNamed {
		of, _, err := s.standing(s.authorities)
		if err == nil {
			authorityState = of.state
		}
		if err == nil && told == nil {
			provenance := s.part("provenance")
			own := s.judge(provenance == nil || provenance["verified"] == true, true, state, successor, of)
			reasons, warnings, hasVerdict = own.reasons, own.warnings, true
		}
	}
	words := []string{}
	for _, code := range reasons {
		words = append(words, s.reason(code, successor, authorityState))
	}
	but := warningsInWords(warnings, authorityState)
	switch {
	case !hasVerdict:
		judged.good = NotChecked
		judged.says = fmt.Sprintf("is %s, and whether it is good is not shown", plainText(state))
	case len(words) > 0:
		judged.good = Failed
		judged.says = "is NOT good: " + strings.Join(words, " and ")
	case len(but) > 0:
		judged.says = "is good, though " + strings.Join(but, " and ")
	default:
		judged.says = "is good"
	}
	return judged
}

func warningsInWords(warnings []string, authorityState string) []string {
	words := []string{}
	for _, code := range warnings {
		switch code {
		case "authority.not_valid_now":
			state := "no longer valid"
			if isEnded(authorityState) {
				state = plainText(authorityState)
			}
			words = append(words, "its authority is "+state)
		case "provenance.not_logged":
			words = append(words, "the log does not hold its newest change yet")
		case "lookup.several_records":
			words = append(words, "the service counts other records that match")
		case "lookup.revoked_match":
			words = append(words, "one that matches is revoked")
		}
	}
	return words
}

func (s shownRecord) reason(code string, successor any, authorityState string) string {
	switch code {
	case "record.revoked", "record.suspended", "record.superseded":
		state := strings.TrimPrefix(code, "record.")
		by := ""
		if state == "superseded" {
			by = " by another record"
			if id, ok := successor.(string); ok {
				by = " by " + plainText(id)
			}
		}
		return "it was " + state + by + s.since(state)
	case "record.expired":
		if s.isWhole && s.chain.newest().content["expires_at"] != nil {
			return "it expired on " + s.chain.newest().str("expires_at")
		}
		return "it expired"
	case "authority.compromised":
		return "its authority was declared compromised since before its newest change"
	case "authority.not_valid_at_event":
		said := "its authority was not active at its newest change"
		if isEnded(authorityState) {
			said += " (now " + plainText(authorityState) + ")"
		}
		return said
	case "provenance.unverified":
		return "the service itself could not verify its history"
	case "lookup.not_current":
		return "it no longer has what it was looked up by"
	default:
		return "the service gives a reason that is not known here"
	}
}

func (s shownRecord) since(state string) string {
	if !s.isWhole || s.chain.newest().str("state") != state {
		return ""
	}
	newest := s.chain.newest()
	said := " on " + newest.str("occurred_at")
	if newest.content["issuer_signature"] != nil || !s.isNamed {
		return said
	}
	if named := elementNamed(newest.authority(), s.authorities); named != nil && named.content["public_key"] != nil {
		said += " by the project, not signed by the issuer"
	}
	return said
}

func isEnded(authorityState string) bool { return authorityState != "" && authorityState != "active" }

// plainText is an id or another word of the service; quoted where it could be taken for more than that.
func plainText(text string) string {
	if plainForm.MatchString(text) {
		return text
	}
	return quotedText(text)
}

// quotedAtMost is the characters of a quoted name; a longer one could push the verdict out of sight.
const quotedAtMost = 100

// quotedText is a name as a JSON string with nothing unseen in it, and "…" behind the quotes where it is cut.
func quotedText(text string) string {
	if characters := []rune(text); len(characters) > quotedAtMost {
		return quotedText(string(characters[:quotedAtMost])) + "…"
	}
	quoted, _ := canonicalJSON(text)
	return unseenForm.ReplaceAllStringFunc(quoted, func(unseen string) string {
		escaped := ""
		for _, unit := range utf16.Encode([]rune(unseen)) {
			escaped += fmt.Sprintf(`\u%04x`, unit)
		}
		return escaped
	})
}
