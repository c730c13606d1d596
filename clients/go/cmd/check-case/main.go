// Command check-case checks the folder of a case file by the keys or the policy that its reader trusts.
package main

import (
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	evidence "record-verification.example/evidence"
)

func main() {
	log.SetFlags(0)
	keys := flag.String("keys", "", "the document of the log's keys that you trust")
	policy := flag.String("policy", "", "a signed trust policy, in place of keys")
	fingerprint := flag.String("fingerprint", "", "of the policy's key, from elsewhere")
	expired := flag.Bool("allow-expired", false, "take a policy that has expired")
	nonce := flag.String("nonce", "", "what the answer must have signed, where there is no bundle")
	flag.Parse()
	if flag.NArg() != 1 || (*keys == "") == (*policy == "") || (*policy == "") != (*fingerprint == "") {
		log.Fatal("usage: check-case (--keys FILE | --policy FILE --fingerprint HEX) [--nonce NONCE] CASE")
	}
	trust := must(trustOf(*keys, *policy, *fingerprint))
	report := check(flag.Arg(0), *nonce, trust, evidence.Options{AllowExpiredPolicy: *expired})
	fmt.Println(report.Summary)
	fmt.Println(report.Groups())
	if !report.OK {
		os.Exit(1)
	}
}

func trustOf(keys, policy, fingerprint string) (*evidence.Trust, error) {
	if keys != "" {
		return evidence.ParseTrust(must(os.ReadFile(keys)))
	}
	signed := must(evidence.OpenPolicy(string(must(os.ReadFile(policy))), nil))
	if signed.Fingerprint != fingerprint {
		log.Fatal("the policy has another key than the fingerprint names")
	}
	return signed.Trust("")
}

func check(folder, nonce string, trust *evidence.Trust, options evidence.Options) evidence.Report {
	read := func(name string) []byte { return must(os.ReadFile(filepath.Join(folder, name))) }
	if nonce == "" {
		return evidence.VerifyBundle(read("bundle.json"), trust, options)
	}
	header := http.Header{}
	for _, line := range strings.Split(strings.TrimSpace(string(read("headers.txt"))), "\n") {
		name, value, _ := strings.Cut(line, ": ")
		header.Set(name, value)
	}
	options.Nonce, options.Request = &nonce, read("request.json")
	return evidence.VerifyAnswer(read("answer.json"), header, trust, options)
}

func must[Value any](value Value, err error) Value {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
