import { firstFailure, verifyBundle, type Trust } from '@service/evidence';

/** The tool that a service cannot offer about itself: this machine checks the evidence by the keys that are pinned here. */
export const CHECK_EVIDENCE = {
  name: 'check_evidence',
  title: 'Check a record’s evidence on this machine',
  description:
    'Reads all evidence of a record and checks it here, by the keys that are pinned here, without trusting the service. Use it where a wrong verdict would be costly.',
  inputSchema: {
    type: 'object',
    properties: { record_id: { type: 'string', description: 'Id of the record.' } },
    required: ['record_id'],
    additionalProperties: false,
  },
  outputSchema: {
    type: 'object',
    properties: { verified: { type: 'boolean' }, checks_passed: { type: 'integer' } },
    required: ['verified', 'checks_passed'],
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};

/** What the check of a bundle found. */
export function checkedEvidence(recordId: string, bundle: string, trust: Trust, now: Date) {
  const report = verifyBundle(bundle, trust, { now, request: { record_id: recordId } });
  const failed = firstFailure(report);
  return {
    record_id: recordId,
    verified: report.ok,
    checks_passed: report.checks.filter(({ outcome }) => outcome === 'passed').length,
    first_failure: failed === null ? null : { check: failed.check, why: failed.why ?? null },
    undecided: report.undecided,
  };
}
