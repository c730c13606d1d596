import { summariseVerification, type VerificationEnvelope } from '@service/evidence';
import { evidenceOperations } from '../../../evidence/evidence.operations.js';
import { verifyOperations } from '../../../verify/verify.operations.js';
import { DATA_NOTE, flag, integer, page, text, texts } from './tool-forms.js';
import { DETAIL, defineTool, type Showing, type Tool, type ToolLink } from './tool.js';

/** Most records that a model gets verdicts for at once. */
const MOST_RECORDS = 20;

const WHICH = 'Give exactly one of record_id, external_id, content_digest and content.';
const UNSIGNED = 'The summary is not signed; detail "full" adds the signed answer.';
const INPUT = {
  evidence_scope: null,
  detail: DETAIL,
  record_id: { description: undefined },
  authority_id: { description: 'Looks among the records of this authority.' },
  content: { description: 'What the record is of: hashed, never stored.' },
};

/** The arguments for each record of a batch, without the descriptions, which verify_record has. */
const ITEMS = {
  ...INPUT,
  ...Object.fromEntries(
    ['record_id', 'external_id', 'content_digest', 'content', 'authority_id'].map((name) => [
      name,
      { description: undefined },
    ]),
  ),
};

const SUMMARY = {
  verdict: {
    type: 'object',
    properties: { result: { type: 'string', enum: ['passed', 'failed'] }, reasons: texts, warnings: texts },
  },
  record_id: text,
  state: text,
  version: integer,
  verified: flag,
};

/** Tools that answer whether records are good. */
export const verifyTools: readonly Tool[] = [
  defineTool({
    name: 'verify_record',
    title: 'Verify a record',
    description: `Answers whether a record is good, now: \`verdict.result\` is "passed" or "failed", with reasons that explain_error explains. ${WHICH} Use it whenever something depends on a record. ${UNSIGNED} ${DATA_NOTE}`,
    operation: verifyOperations.verify,
    input: INPUT,
    output: SUMMARY,
    signed: true,
    show: (answer, showing) =>
      shownVerification(JSON.parse(answer as string) as VerificationEnvelope, showing),
    linksOf: bundleLinks,
  }),
  defineTool({
    name: 'verify_records',
    title: 'Verify several records',
    description: `Answers the same as verify_record for up to ${MOST_RECORDS} records, in order; what is not found is an error in its place. ${WHICH} ${DATA_NOTE}`,
    operation: verifyOperations.verifyBatch,
    input: { ...ITEMS, records: { maxItems: MOST_RECORDS } },
    output: { data: page },
    signed: true,
    show: (answer, showing) => {
      const { data } = JSON.parse(answer as string) as { data: (VerificationEnvelope | object)[] };
      return {
        data: data.map((each) =>
          'record' in each ? shownVerification(each as VerificationEnvelope, showing) : each,
        ),
      };
    },
  }),
  defineTool({
    name: 'read_evidence_bundle',
    title: 'Get a record’s evidence',
    description:
      'Answers where to read all evidence of a record, for somebody who checks it offline without trusting this service.',
    operation: evidenceOperations.read,
    input: { from: null },
    output: { record_id: text, uri: text, bytes: integer },
    show: (answer, { members, asOf }) => {
      const record_id = String(members['record_id']);
      return {
        record_id,
        uri: bundleUri(record_id),
        path: `/v1/records/${record_id}/evidence`,
        bytes: Buffer.byteLength(answer as string),
        as_of: asOf,
        check: 'rvs bundle verify <file> --keys <file>',
      };
    },
    linksOf: bundleLinks,
  }),
];

/** The address of a record's evidence among the resources. */
function bundleUri(recordId: string): string {
  return `record://${recordId}/evidence`;
}

function bundleLinks(summary: object): ToolLink[] {
  const { record_id } = summary as { record_id: string };
  return [
    {
      uri: bundleUri(record_id),
      name: `evidence of ${record_id}`,
      description: 'All evidence of the record, to be checked offline.',
      mimeType: 'application/json',
    },
  ];
}

/** The summary of a verification; with `detail: full` the whole envelope too. */
function shownVerification(envelope: VerificationEnvelope, { full, asOf }: Showing): object {
  return { ...summariseVerification(envelope, asOf), ...(full ? { envelope } : {}) };
}
