package evidence

import "time"

// Options are what a verifier may compare evidence with, in addition to its Trust.
type Options struct {
	// Checkpoint is one that was stored earlier.
	Checkpoint string
	// MaxAge is the maximum age of the answer; only witnesses prove a time. 0 is any age.
	MaxAge time.Duration
	// ClockSlack is by how much two clocks may differ; 0 is 30 seconds, a negative one none.
	ClockSlack time.Duration
	// Now is the verifier's time; the zero time is that of the system's clock.
	Now time.Time
	// Nonce is what was sent as Service-Nonce, "" for nothing; Request is the body that was sent.
	Nonce   string
	Request []byte
	// Entries are the log's entries from the first.
	Entries *LogEntries
	// NeedNewest demands proof that the log held nothing newer, NeedWitnesses that witnesses have cosigned.
	NeedNewest, NeedWitnesses bool
	AllowExpiredPolicy        bool
}

func (o Options) freshness() freshness {
	now, slack := o.Now, o.ClockSlack
	if now.IsZero() {
		now = time.Now()
	}
	if slack == 0 {
		slack = 30 * time.Second
	}
	return freshness{now.UnixMilli(), max(slack, 0).Milliseconds(), o.MaxAge.Seconds()}
}

// asked are the checks that were asked for: where one cannot be made, the evidence is not verified.
func (o Options) asked() []string {
	asked := []string{}
	if o.NeedWitnesses {
		asked = append(asked, "checkpoint.witnesses")
	}
	if o.MaxAge > 0 {
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
