package evidence

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"
	"time"
)

type deliveryVector struct {
	Name, Body, Now  string
	Headers          [][2]any
	BodyAs           string `json:"body_as"`
	Keys             any
	ToleranceSeconds any `json:"tolerance_seconds"`
	Code             *string
}

// header has the names as they arrived, in another form; false where http.Header cannot hold the values.
func (v deliveryVector) header(form func(string) string) (http.Header, bool) {
	header := http.Header{}
	for _, pair := range v.Headers {
		values, isList := pair[1].([]any)
		if !isList && pair[1] != nil {
			values = []any{pair[1]}
		}
		name := form(pair[0].(string))
		for _, value := range values {
			text, isText := value.(string)
			if !isText {
				return nil, false
			}
			header[name] = append(header[name], text)
		}
	}
	return header, true
}

// arguments are false where the types of Go cannot hold them.
func (v deliveryVector) arguments() (keys []string, tolerance time.Duration, can bool) {
	switch told := v.Keys.(type) {
	case string:
		keys = []string{told}
	case []any:
		for _, each := range told {
			key, isText := each.(string)
			if !isText {
				return nil, 0, false
			}
			keys = append(keys, key)
		}
	default:
		return nil, 0, false
	}
	seconds, isNumber := v.ToleranceSeconds.(float64)
	can = v.BodyAs == "" && (isNumber || v.ToleranceSeconds == nil && (v.Code == nil || *v.Code != "argument"))
	return keys, time.Duration(seconds * float64(time.Second)), can
}

func TestDeliveries(t *testing.T) {
	deliveries := readMore[deliveryVector](t, "deliveries.json")
	forms := map[string]func(string) string{
		"as they arrived": func(name string) string { return name },
		"canonical":       http.CanonicalHeaderKey,
		"lower case":      strings.ToLower,
		"upper case":      strings.ToUpper,
	}
	judged := 0
	for _, each := range deliveries {
		body, err := base64.StdEncoding.DecodeString(each.Body)
		if err != nil {
			t.Fatal(err)
		}
		keys, tolerance, can := each.arguments()
		if !can {
			continue
		}
		for form, of := range forms {
			header, can := each.header(of)
			if !can {
				continue
			}
			judged++
			t.Run(each.Name+"/"+form, func(t *testing.T) {
				_, err := VerifyDelivery(header, body, keys, DeliveryOptions{Tolerance: tolerance, Now: at(t, each.Now)})
				code := codeOf(err)
				switch {
				case err == nil:
					code = "accepted"
				case code == "":
					code = "argument"
				}
				same(t, "code", code, orAccepted(each.Code))
			})
		}
	}
	if judged < 4*130 {
		t.Errorf("only %d deliveries were judged", judged)
	}
}
