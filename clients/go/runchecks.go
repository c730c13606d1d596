package evidence

func (r *run) takePolicy() {
	policy := r.trust.policy
	accepted := func() error {
		if policy == nil {
			return notChecked("what is pinned does not come from a signed policy")
		}
		return nil
	}
	r.list.check("policy.signature", accepted)
	r.list.check("policy.version", accepted)
	r.list.check("policy.expiry", func() error {
		if err := accepted(); err != nil {
			return err
		}
		if policy.Dated.UnixMilli() > r.fresh.now+r.fresh.slack {
			return failed("the policy is of the future")
		}
		if r.fresh.now < policy.Expires.UnixMilli() {
			return nil
		}
		if r.options.AllowExpiredPolicy {
			return notChecked("the policy has expired, which is allowed")
		}
		return failed("the policy has expired")
	})
}

func (r *run) checkWitnesses(opened *Checkpoint) error {
	if r.trust.quorum == nil {
		return notChecked("no witness is pinned, so that the log may show others another tree")
	}
	if _, ok := r.trust.CosignedAt(opened); !ok {
		return failed("too few witnesses cosigned")
	}
	return nil
}

func (r *run) checkNonce(signed any) error {
	if r.options.Nonce == nil {
		return notChecked("no nonce is given to compare with")
	}
	if signed != *r.options.Nonce {
		return failed("it is signed with another nonce, or with none")
	}
	return nil
}

// takeAnswerChecks: the answer does not contradict itself, nor the chains. The first needs no chain, so that it is checked in
// an answer alone as in a bundle, and fails the same check.
func (r *run) takeAnswerChecks(envelopes established[[]object], shown established[answer], all established[[]answered], authorities established[[]chain]) established[[]told] {
	tells := derive(envelopes, func(each []object) established[[]told] {
		return derive(shown, func(of answer) established[[]told] {
			asked, all := of.readAsked(), []told{}
			for i, envelope := range each {
				var part any
				if i < len(asked) {
					part = asked[i]
				}
				all = append(all, toldBy(envelope, part))
			}
			return atHand(all)
		})
	})
	each := func(name string, compare func(answered) error) {
		r.list.check(name, func() error {
			if err := requireRules(name, tells.must()); err != nil {
				return err
			}
			return onEach(all.must(), compare)
		})
	}
	each("answer.record", checkRecord)
	each("answer.state", checkState)
	each("answer.provenance", checkProvenance)
	each("answer.authority", func(a answered) error { return checkAuthority(a, authorities.must()) })
	each("answer.lookup", checkLookup)
	each("answer.verdict", func(a answered) error { return checkVerdict(a, authorities.must()) })
	return tells
}

// positions are those of the verified log. Without a bundle everything is compared with the answer's own position.
func (r *run) positions(checkpoint established[*Checkpoint], at, consistent established[asOf]) []Position {
	positions := []Position{}
	if checkpoint.is {
		positions = append(positions, checkpoint.value.Position)
	}
	if r.bundle.is {
		at = consistent
	}
	if at.is {
		positions = append(positions, at.value.Position)
	}
	return positions
}

func checkRequestID(envelopes []object, requestID string) error {
	for _, each := range envelopes {
		if each["request_id"] != requestID {
			return failed("the body says another request")
		}
	}
	return nil
}
