import {
  escapeTexts,
  firstFailure,
  summariseVerification,
  verifyBundle,
  type Trust,
  type VerificationEnvelope,
} from '@service/evidence';

/** The bridge's own tool: it verifies evidence on this machine with the pinned keys. */
export const CHECK_EVIDENCE = {
  name: 'check_evidence',
  title: 'Check a record’s evidence on this machine',
  description:
    'Reads all evidence of a record and checks it here, by the keys that are pinned here, without trusting the service. `verified` says that the evidence holds, and `summary.verdict` whether the record is good. Use it where a wrong verdict would be costly.',
  inputSchema: {
    type: 'object',
    properties: { record_id: { type: 'string', description: 'Id of the record.' } },
    required: ['record_id'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: { verified: { type: 'boolean' }, summary: { anyOf: [{ type: 'object' }, { type: 'null' }] } },
    required: ['verified'],
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

/** The request; its nonce prevents a replay of an older bundle. */
interface Asked {
  record_id: string;
  nonce: string;
}

/** Result of verifying a bundle, with the summary of its answer if it is valid. */
export function checkedEvidence({ record_id, nonce }: Asked, bundle: string, trust: Trust, now: Date) {
  const report = verifyBundle(bundle, trust, { now, nonce, request: { record_id } });
  const failed = firstFailure(report);
  return {
    record_id,
    verified: report.ok,
    summary: report.ok ? summaryOf(bundle) : null,
    checks_passed: report.checks.filter(({ outcome }) => outcome === 'passed').length,
    first_failure: failed === null ? null : { check: failed.check, why: report.summary },
    undecided: report.undecided,
  };
}

function summaryOf(bundle: string): unknown {
  const { answer } = JSON.parse(bundle) as { answer: { body: VerificationEnvelope; as_of: string } };
  return escapeTexts(summariseVerification(answer.body, answer.as_of));
}
