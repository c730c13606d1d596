package evidence

import (
	"fmt"
	"strings"
	"time"
)

// establishedEvidence is what the checks established, where they got so far.
type establishedEvidence struct {
	shown                established[answer]
	at                   established[asOf]
	envelopes            established[[]object]
	records, authorities established[[]chain]
	checkpoint           established[*Checkpoint]
}

// summarised adds the answer that a person needs. Content is in it only where all that was asked for was verified.
func (r Report) summarised(of establishedEvidence, trust *Trust) Report {
	r.Good = NotChecked
	if failure := r.firstFailure(); failure != nil {
		r.Summary = undecidedLine(failure.Check)
		if failure.Outcome == Failed {
			r.Summary = fmt.Sprintf("REFUSED: %s (%s).", groups[groupOf(failure.Check)].Refused, failure.Check)
		}
		return r
	}
	if !of.at.is || len(of.envelopes.value) == 0 {
		r.Summary = undecidedLine("answer.signature")
		return r
	}
	judged, others, good := []judgedRecord{}, []string{}, Passed
	unanswered := of.shown.value.refusedItems()
	if len(unanswered) > 0 {
		good = NotChecked
	}
	for i, envelope := range of.envelopes.value {
		shown := shownRecord{answered: answered{envelope: envelope}}
		if of.records.is && r.passed("record.signatures") {
			shown.chain, shown.isWhole = of.records.value[i], true
		}
		shown.authorities, shown.isNamed = of.authorities.value, of.authorities.is && r.passed("record.authority")
		each := shown.judged()
		judged = append(judged, each)
		if each.good == Passed {
			continue
		}
		others = append(others, each.id)
		if good != Failed {
			good = each.good
		}
	}
	said := judged[0].name + " " + judged[0].says
	if asked := len(judged) + len(unanswered); asked > 1 {
		said = fmt.Sprintf("%d of %d records are shown to be good", len(judged)-len(others), asked)
		if len(others) > 0 {
			said += ", NOT " + strings.Join(others, ", ")
		}
		if len(unanswered) > 0 {
			said += ", NOT ANSWERED " + strings.Join(unanswered, ", ")
		}
	}
	r.Good = good
	r.Summary = fmt.Sprintf("%s, as of %s; %s.", said, of.at.value.at, r.timeInWords(of.checkpoint, trust))
	return r
}

func undecidedLine(check string) string {
	return fmt.Sprintf("NOT DECIDED: %s (%s).", groups[groupOf(check)].Undecided, check)
}

func (r Report) timeInWords(checkpoint established[*Checkpoint], trust *Trust) string {
	if r.passed("as_of.time") {
		return "the time is proven by " + witnessesInWords(r.Cosigned)
	}
	own := "the time is the service’s word"
	if !checkpoint.is || !r.passed("record.inclusion") {
		return own
	}
	seen, ok := trust.CosignedAt(checkpoint.value)
	if !ok {
		return own
	}
	count := 0
	for _, each := range checkpoint.value.cosignatures {
		if each.time*1000 <= seen {
			count++
		}
	}
	by := time.UnixMilli(seen).UTC().Format("2006-01-02T15:04:05.000Z")
	return fmt.Sprintf("%s, and %s saw the record in the log by %s", own, witnessesInWords(count), by)
}

// witnessesInWords: of an answer alone, the witnesses are not counted.
func witnessesInWords(count int) string {
	switch count {
	case 0:
		return "witnesses"
	case 1:
		return "1 witness"
	default:
		return fmt.Sprintf("%d witnesses", count)
	}
}
