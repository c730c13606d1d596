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
		// event.Raw has its other members, such as record_id.
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

// What the README shows stands in an example above, which is run. A test of the clients runs the program of docs/build.md.
func TestReadme(t *testing.T) {
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	plain := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	blocks := strings.Split(string(page), "```go\n")[1:]
	if len(blocks) < 4 {
		t.Fatalf("there are only %d blocks", len(blocks))
	}
	for _, block := range blocks {
		code, _, _ := strings.Cut(block, "```")
		if !strings.Contains(plain(string(program)), plain(code)) {
			t.Errorf("no example has this of the pages:\n%s", code)
		}
	}
}
