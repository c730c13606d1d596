package evidence

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gowebpki/jcs"
)

const (
	deepest       = 64
	longestNumber = 400
)

type object = map[string]any

// parseStrictJSON reads I-JSON (RFC 7493) and refuses what other parsers may read differently: members that occur twice,
// lone surrogates, numbers that no double holds exactly, more than 64 levels.
func parseStrictJSON(data []byte) (any, error) {
	if !utf8.Valid(data) || !json.Valid(data) {
		return nil, malformed("json.syntax", "this is not JSON")
	}
	if hasLoneSurrogate(data) {
		return nil, malformed("json.lone_surrogate", "a text holds half a surrogate pair")
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	return readValue(decoder, 0)
}

func readValue(decoder *json.Decoder, depth int) (any, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, malformed("json.syntax", "this is not JSON")
	}
	switch token := token.(type) {
	case json.Number:
		return readNumber(string(token))
	case json.Delim:
		if depth >= deepest {
			return nil, malformed("json.too_deep", "there are more than 64 levels")
		}
		if token == '{' {
			return readObject(decoder, depth+1)
		}
		return readList(decoder, depth+1)
	default:
		return token, nil
	}
}

func readObject(decoder *json.Decoder, depth int) (any, error) {
	members := object{}
	for decoder.More() {
		token, err := decoder.Token()
		name, ok := token.(string)
		if err != nil || !ok {
			return nil, malformed("json.syntax", "this is not JSON")
		}
		if _, twice := members[name]; twice {
			return nil, malformed("json.duplicate_member", "an object names a member twice")
		}
		value, err := readValue(decoder, depth)
		if err != nil {
			return nil, err
		}
		members[name] = value
	}
	_, err := decoder.Token()
	return members, err
}

func readList(decoder *json.Decoder, depth int) (any, error) {
	items := []any{}
	for decoder.More() {
		item, err := readValue(decoder, depth)
		if err != nil {
			return nil, err
		}
		items = append(items, item)
	}
	_, err := decoder.Token()
	return items, err
}

func readNumber(written string) (any, error) {
	number, err := strconv.ParseFloat(written, 64)
	isSafe := number != math.Trunc(number) || math.Abs(number) <= safeInteger
	shortest := strconv.FormatFloat(number, 'e', -1, 64)
	if err != nil || len(written) > longestNumber || !isSafe || decimalValue(written) != decimalValue(shortest) {
		return nil, malformed("json.number", "a double does not hold this number as it is written")
	}
	return number, nil
}

// decimalValue is the same text for the same decimal, without its sign.
func decimalValue(written string) string {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(strings.TrimPrefix(written, "-")), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := whole + fraction
	significant := strings.TrimRight(digits, "0")
	trimmed := strings.TrimLeft(significant, "0")
	if trimmed == "" {
		return "0"
	}
	scale := 0
	if exponent != "" {
		var err error
		if scale, err = strconv.Atoi(exponent); err != nil {
			return "beyond any double"
		}
	}
	return trimmed + "e" + strconv.Itoa(scale-len(fraction)+len(digits)-len(significant))
}

// hasLoneSurrogate looks at the escapes, since encoding/json replaces what they cannot stand for.
func hasLoneSurrogate(data []byte) bool {
	high := false
	for at := 0; at < len(data); at++ {
		if data[at] != '\\' {
			if high {
				return true
			}
			continue
		}
		if data[at+1] != 'u' {
			if high {
				return true
			}
			at++
			continue
		}
		code, _ := strconv.ParseUint(string(data[at+2:at+6]), 16, 16)
		isLow := code >= 0xdc00 && code <= 0xdfff
		if isLow != high {
			return true
		}
		high = code >= 0xd800 && code <= 0xdbff
		at += 5
	}
	return high
}

// canonicalJSON is the canonical text of a value, RFC 8785.
func canonicalJSON(value any) (string, error) {
	var buffer bytes.Buffer
	encoder := json.NewEncoder(&buffer)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return "", err
	}
	text, err := jcs.Transform(buffer.Bytes())
	return string(text), err
}

// sameJSON says whether two values have the same canonical text.
func sameJSON(one, other any) bool {
	left, leftErr := canonicalJSON(one)
	right, rightErr := canonicalJSON(other)
	return leftErr == nil && rightErr == nil && left == right
}
