package evidence

import (
	"fmt"
	"net/http"
	"strings"
)

const (
	verifyPath      = "/v1/records/verify"
	verifyBatchPath = "/v1/records/verify/batch"
	answersType     = "answers+jws"
)

var (
	lookups    = []string{"external_id", "content_digest", "content"}
	usualParts = []any{"authority", "provenance", "state"}
)

// An answer has everything that its signature covers.
type answer struct {
	body, request               object
	method, requestPath         string
	requestID                   string
	nonce                       any
	asOf, signature, pathHeader string
}

func (a answer) isBatch() bool { return a.requestPath == verifyBatchPath }

func answerOfBundle(shown object) answer {
	request := shown["request"].(object)
	return answer{
		body: shown["body"].(object), request: request["body"].(object),
		method: request["method"].(string), requestPath: request["path"].(string),
		requestID: shown["request_id"].(string), nonce: shown["nonce"],
		asOf: shown["as_of"].(string), signature: shown["signature"].(string), pathHeader: shown["path"].(string),
	}
}

func receivedAnswer(body any, header http.Header, request object, nonce *string) (answer, error) {
	members, ok := body.(object)
	if !ok {
		return answer{}, failed("the body is not an object")
	}
	if request == nil {
		record, _ := members["record"].(object)
		if record["id"] == nil {
			return answer{}, failed("the request is not given, and the body names no record")
		}
		request = object{"record_id": record["id"]}
	}
	received := answer{body: members, request: request, method: http.MethodPost, requestPath: verifyPath}
	if _, isBatch := members["data"]; isBatch {
		received.requestPath = verifyBatchPath
	}
	if nonce != nil {
		received.nonce = *nonce
	}
	for name, into := range map[string]*string{
		"Service-Request-Id":         &received.requestID,
		"Service-Evidence-As-Of":     &received.asOf,
		"Service-Evidence-Signature": &received.signature,
		"Service-Evidence-Path":      &received.pathHeader,
	} {
		if len(header.Values(name)) == 0 {
			return answer{}, failed("there is no header " + name)
		}
		*into = header.Get(name)
	}
	return received, nil
}

// readPath gives size and root of the tree of the answers that share a signature.
func (a answer) readPath() (Position, error) {
	fault := failed("it is not an index, a size and hashes")
	parts := strings.Split(a.pathHeader, ",")
	first, second, ok := strings.Cut(parts[0], "/")
	index, isIndex := readDecimal(first)
	size, isSize := readDecimal(second)
	if !ok || !isIndex || !isSize {
		return Position{}, fault
	}
	var proof [][]byte
	for _, text := range parts[1:] {
		hash, err := decodeBase64(text)
		if err != nil || len(hash) != hashLength {
			return Position{}, fault
		}
		proof = append(proof, hash)
	}
	body, bodyErr := canonicalJSON(a.body)
	request, err := canonicalJSON(object{"body": a.covered(), "method": a.method, "path": a.requestPath})
	if bodyErr != nil || err != nil {
		return Position{}, failed("the answer has no canonical form")
	}
	statement, err := canonicalJSON(object{
		"answer": digestText(body), "as_of": a.asOf, "format": "answer/v1", "nonce": a.nonce,
		"request": digestText(request), "request_id": a.requestID,
	})
	if err != nil {
		return Position{}, err
	}
	root := rootOfInclusion(hashLeaf([]byte(statement)), index, size, proof)
	if root == nil {
		return Position{}, failed("it has not as many hashes as its index and size ask for")
	}
	return Position{size, root}, nil
}

// covered gives the request as its digest covers it: null stands for each item that the answer calls malformed.
func (a answer) covered() object {
	records, isBatch := a.request["records"].([]any)
	data, isAnswered := a.body["data"].([]any)
	if !isBatch || !isAnswered {
		return a.request
	}
	kept := append([]any{}, records...)
	for i := range min(len(records), len(data)) {
		item, _ := data[i].(object)
		refusal, _ := item["error"].(object)
		if refusal["code"] == "request.malformed" {
			kept[i] = nil
		}
	}
	covered := object{}
	for name, value := range a.request {
		covered[name] = value
	}
	covered["records"] = kept
	return covered
}

func isRefusal(item any) bool {
	members, _ := item.(object)
	_, hasError := members["error"]
	_, hasRecord := members["record"]
	_, hasEvidence := members["evidence"]
	return hasError && !hasRecord && !hasEvidence
}

// readEnvelopes gives the envelopes of an answer: one, or those of a batch without its errors.
func (a answer) readEnvelopes() ([]object, error) {
	if !a.isBatch() {
		return []object{a.body}, envelopeForm(a.body, "body")
	}
	data, ok := a.body["data"].([]any)
	if !ok {
		return nil, failed("body.data is not a list")
	}
	envelopes := []object{}
	for _, item := range data {
		if isRefusal(item) {
			continue
		}
		if err := envelopeForm(item, "body.data"); err != nil {
			return nil, err
		}
		envelopes = append(envelopes, item.(object))
	}
	return envelopes, nil
}

// refusedItems gives the items of a batch that refuse their records, counted from 1.
func (a answer) refusedItems() []string {
	refused := []string{}
	if !a.isBatch() {
		return refused
	}
	data, _ := a.body["data"].([]any)
	for i, item := range data {
		if isRefusal(item) {
			refused = append(refused, fmt.Sprintf("item %d", i+1))
		}
	}
	return refused
}

// readAsked gives what the envelopes answer, in their order.
func (a answer) readAsked() []any {
	if !a.isBatch() {
		return []any{a.request}
	}
	data, _ := a.body["data"].([]any)
	records, _ := a.request["records"].([]any)
	asked := []any{}
	for i, item := range data {
		if isRefusal(item) {
			continue
		}
		if i < len(records) {
			asked = append(asked, records[i])
		} else {
			asked = append(asked, nil)
		}
	}
	return asked
}
