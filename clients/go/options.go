package evidence

import "time"

// clockSlack is by how much two clocks may differ, if the verifier does not say otherwise.
const clockSlack = 30 * time.Second

// Options are what a verifier may compare evidence with, in addition to its Trust.
type Options struct {
	// Checkpoint is one that was stored earlier.
	Checkpoint string
	// MaxAge is the maximum age of the answer; only witnesses prove a time. Nil is any age.
	MaxAge *time.Duration
	// ClockSlack is by how much two clocks may differ; nil is 30 seconds.
	ClockSlack *time.Duration
	// Now is the verifier's time; the zero time is that of the system's clock.
	Now time.Time
	// Nonce is what was sent as Service-Nonce, nil for nothing; Request is the body that was sent.
	Nonce   *string
	Request []byte
	// Entries are the log's entries from the first.
	Entries *LogEntries
	// NeedNewest demands proof that the log held nothing newer, NeedWitnesses that witnesses have cosigned.
	NeedNewest, NeedWitnesses bool
	AllowExpiredPolicy        bool
}

func (o Options) freshness() freshness {
	fresh := freshness{now: o.Now.UnixMilli(), slack: clockSlack.Milliseconds()}
	if o.Now.IsZero() {
		fresh.now = time.Now().UnixMilli()
	}
	if o.ClockSlack != nil {
		fresh.slack = o.ClockSlack.Milliseconds()
	}
	if o.MaxAge != nil {
		seconds := o.MaxAge.Seconds()
		fresh.maxAge = &seconds
	}
	return fresh
}

// asked are the checks that were asked for: where one cannot be made, the evidence is not verified.
func (o Options) asked() []string {
	asked := []string{}
	if o.NeedWitnesses {
		asked = append(asked, "checkpoint.witnesses")
	}
	if o.MaxAge != nil {
		asked = append(asked, "as_of.time", "freshness.answer", "freshness.witnesses")
	}
	if o.Entries != nil {
		asked = append(asked, "log.entries", "log.slots")
	}
	if o.Checkpoint != "" {
		asked = append(asked, "kept.signature", "kept.consistency")
	}
	if o.NeedNewest {
		asked = append(asked, newestChecks...)
	}
	return asked
}
