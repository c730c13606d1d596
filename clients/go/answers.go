package evidence

import (
	"net/http"
	"slices"
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

func receivedAnswer(body any, header http.Header, request object, nonce string) (answer, error) {
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
	if nonce != "" {
		received.nonce = nonce
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

// asOf is the position of the log as of which an answer holds.
type asOf struct {
	origin string
	Position
	at   string
	time int64
}

func parseAsOf(text string) (asOf, bool) {
	parts := strings.Split(text, " ")
	if len(parts) != 4 || parts[0] == "" {
		return asOf{}, false
	}
	size, isSize := readDecimal(parts[1])
	root, err := decodeBase64(parts[2])
	time, isMoment := readMoment(parts[3])
	return asOf{parts[0], Position{size, root}, parts[3], time}, isSize && isMoment && err == nil && len(root) == hashLength
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
	request, err := canonicalJSON(object{"body": a.request, "method": a.method, "path": a.requestPath})
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

// checkMembers is not checked where an envelope has members that are not known here: they are signed, and say nothing.
func (a answer) checkMembers(envelopes []object) error {
	count := 0
	strangers := func(value any, known forms, also ...string) {
		members, _ := value.(object)
		for name := range members {
			if known[name] == nil && !slices.Contains(also, name) {
				count++
			}
		}
	}
	if a.isBatch() {
		strangers(a.body, forms{"data": text})
	}
	for _, each := range envelopes {
		shown := each["evidence"].(object)
		strangers(each, envelopeForms)
		strangers(each["record"], recordForms)
		strangers(shown, partForms)
		strangers(shown["provenance"], provenanceForms)
		strangers(shown["authority"], authorityForms)
		strangers(shown["lookup"], lookupForms)
		strangers(shown["verdict"], verdictForms, "successor_id")
	}
	if count > 0 {
		return notChecked("members that are signed by the service, and not understood here")
	}
	return nil
}

// checkRequest: each envelope answers its part of the request, and the request is the caller's.
func (a answer) checkRequest(expected object) error {
	if a.method != http.MethodPost {
		return failed("the method is " + a.method)
	}
	if expected != nil && !sameJSON(a.request, expected) {
		return failed("it answers another request than the one that is given")
	}
	if a.requestPath == verifyPath {
		return checkAnswers(a.body, a.request)
	}
	if !a.isBatch() {
		return failed("nothing is verified at " + a.requestPath)
	}
	data, isData := a.body["data"].([]any)
	records, isRecords := a.request["records"].([]any)
	if !isData || !isRecords || len(data) != len(records) || len(a.request) != 1 {
		return failed("the answer has not one item for each record of the request, or the request asks for more")
	}
	for i, item := range data {
		if isRefusal(item) {
			continue
		}
		if err := checkAnswers(item.(object), records[i]); err != nil {
			return err
		}
	}
	return nil
}

func checkAnswers(item object, of any) error {
	asked, ok := of.(object)
	shown := item["evidence"].(object)
	id := item["record"].(object)["id"].(string)
	if !ok || !asksFor(asked, id, shown["lookup"]) {
		return failed("the request asks for something else than " + id)
	}
	var wanted any = usualParts
	if _, has := shown["verdict"]; has {
		wanted = append(slices.Clone(usualParts), "verdict")
	}
	if scope, has := asked["evidence_scope"]; has {
		wanted = scope
	}
	list, _ := wanted.([]any)
	scope := []string{}
	for _, part := range list {
		name, err := canonicalJSON(part)
		if err != nil {
			return err
		}
		scope = append(scope, name)
	}
	parts := []string{}
	for part := range shown {
		name, _ := canonicalJSON(part)
		isKnown := partForms[part] != nil && part != "lookup"
		if isKnown || slices.Contains(scope, name) {
			parts = append(parts, name)
		}
	}
	slices.Sort(scope)
	slices.Sort(parts)
	if !slices.Equal(scope, parts) {
		return failed("the answer holds other parts of the evidence than were asked for")
	}
	return nil
}

func asksFor(asked object, id string, lookup any) bool {
	by := ""
	for name := range asked {
		if name == "evidence_scope" || name == "authority_id" {
			continue
		}
		if by != "" {
			return false
		}
		by = name
	}
	_, isNarrowed := asked["authority_id"]
	if by == "record_id" {
		return asked[by] == id && lookup == nil && !isNarrowed
	}
	shown, _ := lookup.(object)
	return slices.Contains(lookups, by) && shown != nil && shown["by"] == by
}
