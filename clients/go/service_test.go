package evidence

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"
)

const nonce = "c29tZS1ub25jZS1mb3ItYS10ZXN0"

// running gives what calls the service of SERVICE_URL with a token of SERVICE_TOKENS, those of its development environment.
func running(t *testing.T) func(token, method, path, body string) ([]byte, http.Header) {
	url := os.Getenv("SERVICE_URL")
	if url == "" {
		t.Skip("SERVICE_URL names no service")
	}
	var tokens map[string]string
	if err := json.Unmarshal([]byte(os.Getenv("SERVICE_TOKENS")), &tokens); err != nil {
		t.Fatal(err)
	}
	return func(token, method, path, body string) ([]byte, http.Header) {
		t.Helper()
		request, err := http.NewRequest(method, url+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer "+tokens[token])
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Service-Nonce", nonce)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		answer, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode >= 300 {
			t.Fatalf("%s was answered %d: %s %v", path, response.StatusCode, answer, err)
		}
		return answer, response.Header
	}
}

// What a running service answers is verified, and not once somebody has changed it.
func TestRunningService(t *testing.T) {
	ask, asked := running(t), `{"record_id":"rec_example"}`
	keys, _ := ask("verify", http.MethodGet, "/v1/log/development/keys", "")
	trust, err := ParseTrust(keys)
	if err != nil {
		t.Fatal(err)
	}
	answer, header := ask("verify", http.MethodPost, "/v1/records/verify", asked)
	bundle, _ := ask("verify", http.MethodGet, "/v1/records/rec_example/evidence", "")
	sent := nonce
	options := Options{Nonce: &sent, Request: []byte(asked)}
	for _, each := range []struct {
		name   string
		body   []byte
		verify func([]byte) Report
	}{
		{"answer", answer, func(body []byte) Report { return VerifyAnswer(body, header, trust, options) }},
		{"bundle", bundle, func(body []byte) Report { return VerifyBundle(body, trust, Options{Nonce: &sent}) }},
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

// Each of sixty deliveries of a running service is verified under the secret and under the public key.
func TestDeliveriesOfRunningService(t *testing.T) {
	ask := running(t)
	post := func(path, body string) (answer struct {
		ID        string `json:"id"`
		Secret    string `json:"secret"`
		PublicKey string `json:"public_key"`
	}) {
		t.Helper()
		data, _ := ask("admin", http.MethodPost, path, body)
		if err := json.Unmarshal(data, &answer); err != nil {
			t.Fatal(err)
		}
		return answer
	}
	type delivery struct {
		header http.Header
		body   []byte
	}
	received := make(chan delivery, 200)
	hook := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		received <- delivery{request.Header, body}
		response.WriteHeader(http.StatusNoContent)
	}))
	defer hook.Close()
	subscription := post("/v1/subscriptions", `{"endpoint":"`+hook.URL+`","categories":["record"],"signatures":["v1","v1a"]}`)
	authority := post("/v1/authorities", `{"issuer":"Test","scope":["verify"],"valid_until":"2099-12-31T00:00:00Z"}`)
	item := `{"authority_id":"` + authority.ID + `","origin":"https://a.example","content":"x"}`
	post("/v1/records/batch", `{"records":[`+item+strings.Repeat(","+item, 59)+`]}`)
	found := map[string]bool{}
	for late := time.After(time.Minute); len(found) < 60; {
		select {
		case each := <-received:
			for _, key := range []string{subscription.Secret, subscription.PublicKey} {
				event, err := VerifyDelivery(each.header, each.body, []string{key}, DeliveryOptions{})
				if err != nil {
					t.Fatal(err)
				}
				found[event.ID] = true
			}
		case <-late:
			t.Fatalf("only %d deliveries arrived", len(found))
		}
	}
}
