package evidence

import "slices"

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
		"invalid_from_size": orNull(isSize),
	}),
}
