import { openPolicy, policyFingerprint } from '../policy/index.js';
import type { Exhibit } from './judge.js';

/** What a reader runs on the files of a case. */
export interface CheckPrograms {
  /** Words of the command `rvs`. */
  rvs: string;
  python: string;
  go: string;
}

/** The same check in three languages. */
export function checkPrograms({ evidence, policy }: Exhibit): CheckPrograms {
  if (typeof evidence !== 'string') return ofAnswer(evidence.nonce);
  if (policy === null) {
    return {
      rvs: 'rvs bundle verify bundle.json --keys keys.json',
      python: python('parse_trust, verify_bundle', [
        'trust = parse_trust(Path("keys.json").read_bytes())',
        'report = verify_bundle(Path("bundle.json").read_bytes(), trust)',
      ]),
      go: go('', [
        'trust, err := evidence.ParseTrust(read("keys.json"))',
        ...MUST,
        'report := evidence.VerifyBundle(read("bundle.json"), trust, evidence.Options{})',
      ]),
    };
  }
  const fingerprint = policyFingerprint(openPolicy(policy, null).key);
  return {
    rvs: `rvs bundle verify bundle.json --policy policy --fingerprint ${fingerprint} --allow-expired`,
    python: python('VerifyOptions, accept_policy, verify_bundle', [
      `trust = accept_policy(Path("policy").read_text("utf-8"), fingerprint="${fingerprint}")`,
      'options = VerifyOptions(allow_expired_policy=True)',
      'report = verify_bundle(Path("bundle.json").read_bytes(), trust, options)',
    ]),
    go: go('', [
      'policy, err := evidence.OpenPolicy(string(read("policy")), nil)',
      ...MUST,
      `if policy.Fingerprint != "${fingerprint}" {`,
      '\tlog.Fatal("the policy has another key")',
      '}',
      'trust, err := policy.Trust("")',
      ...MUST,
      'options := evidence.Options{AllowExpiredPolicy: true}',
      'report := evidence.VerifyBundle(read("bundle.json"), trust, options)',
    ]),
  };
}

function ofAnswer(nonce: string): CheckPrograms {
  return {
    rvs: `rvs answer verify answer.json --headers headers.txt --request request.json --nonce ${nonce} --keys keys.json`,
    python: python('parse_trust, verify_answer', [
      'lines = Path("headers.txt").read_text("utf-8").splitlines()',
      'headers = dict(line.split(": ", 1) for line in lines)',
      'request = json.loads(Path("request.json").read_bytes())',
      'trust = parse_trust(Path("keys.json").read_bytes())',
      'answer = Path("answer.json").read_bytes()',
      `report = verify_answer(answer, headers, trust, request=request, nonce="${nonce}")`,
    ]),
    go: go('"net/http"\n\t"strings"', [
      'header := http.Header{}',
      'for _, line := range strings.Split(strings.TrimSpace(string(read("headers.txt"))), "\\n") {',
      '\tname, value, _ := strings.Cut(line, ": ")',
      '\theader.Set(name, value)',
      '}',
      `nonce := "${nonce}"`,
      'trust, err := evidence.ParseTrust(read("keys.json"))',
      ...MUST,
      'options := evidence.Options{Nonce: &nonce, Request: read("request.json")}',
      'report := evidence.VerifyAnswer(read("answer.json"), header, trust, options)',
    ]),
  };
}

function python(names: string, lines: readonly string[]): string {
  const imports = names.includes('verify_answer') ? 'import json\nimport sys' : 'import sys';
  return `${imports}
from pathlib import Path

from record_verification.evidence import ${names}

${lines.join('\n')}
print(report.summary)
print(report.groups)
sys.exit(0 if report.ok else 1)
`;
}

const MUST = ['if err != nil {', '\tlog.Fatal(err)', '}'];

function go(imports: string, lines: readonly string[]): string {
  return `package main

import (
\t"fmt"
\t"log"
\t"os"
${imports === '' ? '' : `\t${imports}\n`}
\tevidence "record-verification.example/evidence"
)

func read(name string) []byte {
\tdata, err := os.ReadFile(name)
\tif err != nil {
\t\tlog.Fatal(err)
\t}
\treturn data
}

func main() {
\t${lines.join('\n\t')}
\tfmt.Println(report.Summary)
\tfmt.Println(report.Groups())
\tif !report.OK {
\t\tos.Exit(1)
\t}
}
`;
}
