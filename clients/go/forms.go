package evidence

import (
	"fmt"
	"math"
)

// A form checks the form of a value; its error names the place.
type form func(value any, at string) error

func being(what string, holds func(value any) bool) form {
	return func(value any, at string) error {
		if holds(value) {
			return nil
		}
		return failed(at + " is not " + what)
	}
}

func isText(value any) bool   { _, ok := value.(string); return ok }
func isTruth(value any) bool  { _, ok := value.(bool); return ok }
func isObject(value any) bool { _, ok := value.(object); return ok }
func isMoment(value any) bool { _, ok := readMoment(value); return ok }

// isSize says whether a value is a whole number from 0 to 2^53 - 1.
func isSize(value any) bool {
	number, ok := value.(float64)
	return ok && number >= 0 && number <= safeInteger && number == math.Trunc(number)
}

func isCount(value any) bool { return isSize(value) && value.(float64) > 0 }

var (
	text      = being("a text", isText)
	size      = being("a whole number", isSize)
	truth     = being("true or false", isTruth)
	anyObject = being("an object", isObject)
	timestamp = being("a moment", isMoment)
)

func exactly(expected string) form {
	return being(expected, func(value any) bool { return value == expected })
}

// withMembers is an object with at least these members; the optional ones may be missing.
func withMembers(needed, optional map[string]form) form {
	return func(value any, at string) error {
		members, ok := value.(object)
		if !ok {
			return failed(at + " is not an object")
		}
		for name, check := range needed {
			member, has := members[name]
			if !has {
				return failed(at + " has no member " + name)
			}
			if err := check(member, at+"."+name); err != nil {
				return err
			}
		}
		for name, check := range optional {
			if member, has := members[name]; has {
				if err := check(member, at+"."+name); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

// onlyMembers is an object with no other members.
func onlyMembers(needed, optional map[string]form) form {
	check := withMembers(needed, optional)
	return func(value any, at string) error {
		members, _ := value.(object)
		for name := range members {
			if needed[name] == nil && optional[name] == nil {
				return failed(at + " has an unknown member " + name)
			}
		}
		return check(value, at)
	}
}

func listOf(item form) form {
	return func(value any, at string) error {
		items, ok := value.([]any)
		if !ok {
			return failed(at + " is not a list")
		}
		for i, each := range items {
			if err := item(each, fmt.Sprintf("%s[%d]", at, i)); err != nil {
				return err
			}
		}
		return nil
	}
}

func mapOf(item form) form {
	return func(value any, at string) error {
		members, ok := value.(object)
		if !ok {
			return failed(at + " is not an object")
		}
		for name, each := range members {
			if err := item(each, at+"."+name); err != nil {
				return err
			}
		}
		return nil
	}
}

func nullOr(check form) form {
	return func(value any, at string) error {
		if value == nil {
			return nil
		}
		return check(value, at)
	}
}

type forms = map[string]form

var (
	signatureForm   = onlyMembers(forms{"key_id": text, "algorithm": exactly("Ed25519"), "value": text}, nil)
	shownElement    = withMembers(forms{"digest": text, "signature": nullOr(signatureForm)}, nil)
	consistencyForm = onlyMembers(forms{"from": size, "to": size, "proof": listOf(text)}, nil)
	requestForm     = onlyMembers(forms{"method": text, "path": text, "body": anyObject}, nil)
	answerForm      = onlyMembers(forms{
		"body": anyObject, "request": requestForm, "request_id": text, "nonce": nullOr(text),
		"as_of": text, "signature": text, "path": text,
	}, nil)
	bundleForm = onlyMembers(forms{
		"format": exactly("bundle/v1"), "log": text, "answer": answerForm, "record": listOf(shownElement),
		"authorities": mapOf(listOf(shownElement)), "keys": mapOf(listOf(shownElement)), "checkpoint": text,
		"inclusion": mapOf(text), "order": mapOf(text), "consistency": consistencyForm,
	}, forms{"earlier": consistencyForm})

	receiptForm = onlyMembers(forms{
		"log_index": size, "tree_size": size, "root_hash": text, "inclusion_proof": listOf(text), "checkpoint": text,
	}, nil)
	provenanceForms = forms{
		"origin": text, "chain": listOf(shownElement), "chain_length": size, "verified": truth, "receipt": nullOr(receiptForm),
	}
	authorityForms = forms{
		"id": text, "version": size, "digest": text, "issuer": text, "scope": listOf(text), "state": text,
		"valid_until": timestamp, "valid_at_event": truth, "valid_now": truth,
	}
	lookupForms  = forms{"by": text, "counts": text, "current": truth, "matches": size, "revoked_matches": size}
	verdictForms = forms{"result": text, "reasons": listOf(text), "warnings": listOf(text)}
	partForms    = forms{
		"provenance": withMembers(provenanceForms, forms{"logged_by": timestamp}), "authority": withMembers(authorityForms, nil), "state": text,
		"verdict": withMembers(verdictForms, nil), "lookup": withMembers(lookupForms, nil),
	}
	recordForms   = forms{"id": text, "state": text, "version": size}
	envelopeForms = forms{
		"evidence": withMembers(nil, partForms), "record": withMembers(recordForms, nil), "request_id": text, "verified_at": timestamp,
	}
	envelopeForm = withMembers(envelopeForms, nil)
)
