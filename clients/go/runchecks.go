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
		if err := accepted(); err != nil || r.fresh.now < policy.Expires.UnixMilli() {
			return err
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
	if r.options.Nonce == "" {
		return notChecked("no nonce is given to compare with")
	}
	if signed != r.options.Nonce {
		return failed("it is signed with another nonce, or with none")
	}
	return nil
}

func (r *run) checkVerdicts(envelopes []object, all established[[]answered]) error {
	for _, each := range envelopes {
		if err := checkVerdictAgrees(each); err != nil {
			return err
		}
	}
	if !all.is || !r.authorities.is {
		return notChecked("not recomputed: not all chains are there")
	}
	return onEach(all.value, func(a answered) error { return checkVerdict(a, r.authorities.value) })
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
