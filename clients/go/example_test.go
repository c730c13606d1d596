package evidence_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	evidence "record-verification.example/evidence"
)

func vector(name string) []byte {
	data, err := os.ReadFile("../../docs/vectors/" + name)
	if err != nil {
		log.Fatal(err)
	}
	return data
}

func ExampleVerifyBundle() {
	keys, bundle := vector("keys.json"), vector("bundle.json")

	trust, err := evidence.ParseTrust(keys) // the document of GET /v1/log/<environment>/keys
	if err != nil {
		log.Fatal(err)
	}
	report := evidence.VerifyBundle(bundle, trust, evidence.Options{})
	fmt.Println(report.OK, report.Cosigned)
	tampered := bytes.Replace(bundle, []byte(`"state":"active"`), []byte(`"state":"revoked"`), 1)
	fmt.Println(evidence.VerifyBundle(tampered, trust, evidence.Options{}).OK)
	// Output:
	// true 2
	// false
}

func ExampleVerifyCheckpoint() {
	trust, err := evidence.ParseTrust(vector("keys.json"))
	if err != nil {
		log.Fatal(err)
	}
	var bundle struct{ Checkpoint string }
	if err := json.Unmarshal(vector("bundle.json"), &bundle); err != nil {
		log.Fatal(err)
	}
	note := bundle.Checkpoint

	checkpoint, err := evidence.VerifyCheckpoint(note, trust, evidence.Options{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(checkpoint.Origin, checkpoint.Size, checkpoint.Cosigned())
	// Output:
	// example.org/log/development 23 2
}

func ExampleVerifyDelivery() {
	secret := "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	secrets := []string{secret}

	hook := http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, 1<<20))
		if err != nil {
			http.Error(response, "too large", http.StatusRequestEntityTooLarge)
			return
		}
		event, err := evidence.VerifyDelivery(request.Header, body, secrets, evidence.DeliveryOptions{})
		if err != nil {
			http.Error(response, "refused", http.StatusBadRequest)
			return
		}
		// Store the event's id: the same event may arrive more than once.
		fmt.Println(event.ID, event.Type)
		response.WriteHeader(http.StatusNoContent)
	})

	at := time.Now().UTC().Format("2006-01-02T15:04:05Z")
	body := `{"event":{"id":"evt_1","type":"service.record.revoked"}}`
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte("evt_1." + at + "." + body))
	for _, sent := range []string{body, strings.Replace(body, "revoked", "amended", 1)} {
		request := httptest.NewRequest(http.MethodPost, "/hook", strings.NewReader(sent))
		request.Header.Set("Service-Event-Id", "evt_1")
		request.Header.Set("Service-Timestamp", at)
		request.Header.Set("Service-Signature", "sha256="+hex.EncodeToString(mac.Sum(nil)))
		response := httptest.NewRecorder()
		hook.ServeHTTP(response, request)
		fmt.Println(response.Code)
	}
	// Output:
	// evt_1 service.record.revoked
	// 204
	// 400
}

// A program that asks the service for a bundle, as docs/build.md has it.
func ExampleVerifyBundle_fetched() {
	service := httptest.NewServer(http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		if request.Header.Get("Authorization") != "Bearer svc_dev_x" || request.URL.Path != "/v1/records/rec_example/evidence" {
			http.Error(response, "refused", http.StatusUnauthorized)
			return
		}
		_, _ = response.Write(vector("bundle.json"))
	}))
	defer service.Close()
	serviceURL, token, keys := service.URL, "svc_dev_x", vector("keys.json")

	request, err := http.NewRequest(http.MethodGet, serviceURL+"/v1/records/rec_example/evidence", nil)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	bundle, err := io.ReadAll(io.LimitReader(response.Body, 64<<20))
	if err != nil {
		log.Fatal(err)
	}
	trust, err := evidence.ParseTrust(keys)
	if err != nil {
		log.Fatal(err)
	}
	report := evidence.VerifyBundle(bundle, trust, evidence.Options{})
	fmt.Println(report.OK, report.Good)
	// Output:
	// true passed
}

// What the README and docs/build.md show stands in an example above, which is run.
func TestReadme(t *testing.T) {
	var pages string
	for _, page := range []string{"README.md", "../../docs/build.md"} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		pages += string(text)
	}
	program, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	plain := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	blocks := strings.Split(pages, "```go\n")[1:]
	if len(blocks) < 5 {
		t.Fatalf("there are only %d blocks", len(blocks))
	}
	for _, block := range blocks {
		code, _, _ := strings.Cut(block, "```")
		if !strings.Contains(plain(string(program)), plain(code)) {
			t.Errorf("no example has this of the pages:\n%s", code)
		}
	}
}
