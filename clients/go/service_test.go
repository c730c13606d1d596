package evidence

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
)

// What a running service answers is verified, and not once somebody has changed it. SERVICE_URL and SERVICE_TOKENS name
// the service and the tokens of its development environment.
func TestRunningService(t *testing.T) {
	url := os.Getenv("SERVICE_URL")
	if url == "" {
		t.Skip("SERVICE_URL names no service")
	}
	const asked, nonce = `{"record_id":"rec_example"}`, "c29tZS1ub25jZS1mb3ItYS10ZXN0"
	var tokens map[string]string
	if err := json.Unmarshal([]byte(os.Getenv("SERVICE_TOKENS")), &tokens); err != nil {
		t.Fatal(err)
	}
	ask := func(method, path, body string) ([]byte, http.Header) {
		t.Helper()
		request, err := http.NewRequest(method, url+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer "+tokens["verify"])
		request.Header.Set("Content-Type", "application/json")
		if method == http.MethodPost {
			request.Header.Set("Service-Nonce", nonce)
		}
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		answer, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != http.StatusOK {
			t.Fatalf("%s was answered %d: %s %v", path, response.StatusCode, answer, err)
		}
		return answer, response.Header
	}
	keys, _ := ask(http.MethodGet, "/v1/log/development/keys", "")
	trust, err := ParseTrust(keys)
	if err != nil {
		t.Fatal(err)
	}
	answer, header := ask(http.MethodPost, "/v1/records/verify", asked)
	bundle, _ := ask(http.MethodGet, "/v1/records/rec_example/evidence", "")
	sent := nonce
	options := Options{Nonce: &sent, Request: []byte(asked)}
	for _, each := range []struct {
		name   string
		body   []byte
		verify func([]byte) Report
	}{
		{"answer", answer, func(body []byte) Report { return VerifyAnswer(body, header, trust, options) }},
		{"bundle", bundle, func(body []byte) Report { return VerifyBundle(body, trust, Options{}) }},
	} {
		if report := each.verify(each.body); !report.OK {
			t.Errorf("%s is not verified: %+v", each.name, report)
		}
		changed := bytes.Replace(each.body, []byte(`"result":"passed"`), []byte(`"result":"failed"`), 1)
		if bytes.Equal(changed, each.body) || each.verify(changed).OK {
			t.Errorf("a changed %s is verified", each.name)
		}
	}
}
