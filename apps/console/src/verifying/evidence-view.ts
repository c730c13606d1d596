/** An element for display. Its members are unchecked and may hold anything. */
export interface ElementCard {
  subjectId: string;
  sequence: number;
  type: string;
  state: string;
  occurredAt: string;
  digest: string;
  previous: string | null;
  keyId: string | null;
  signature: string | null;
  authority: { id: string; version: number } | null;
  issuer: string | null;
  issuerSignature: string | null;
  origin: string | null;
  externalId: string | null;
  contentDigest: string | null;
  expiresAt: string | null;
  /** Of an authority or a key that was compromised. */
  invalidSince: string | null;
  successorId: string | null;
  salt: string;
}

interface ReceiptView {
  index: number;
  size: number;
  root: string;
  proof: readonly string[];
}

/** Evidence as a page shows it. */
export interface EvidenceView {
  recordId: string;
  log: string;
  record: readonly ElementCard[];
  authorities: readonly ElementCard[];
  keys: readonly ElementCard[];
  checkpoint: string;
  asOf: string;
  verifiedAt: string | null;
  /** What the service says of the record. */
  claim: {
    state: string;
    version: number;
    verdict: string | null;
    reasons: readonly string[];
    warnings: readonly string[];
    successorId: string | null;
    authority: { id: string; issuer: string; state: string; validAtEvent: boolean; validNow: boolean } | null;
  };
  receipt: ReceiptView | null;
}

/** Reads a bundle for display; null if it is invalid. It never throws. */
export function readView(text: string): EvidenceView | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const bundle = at(value);
  if (bundle('format') !== 'bundle/v1') return null;
  const answer = at(bundle('answer'));
  const body = at(answer('body'));
  const evidence = at(body('evidence'));
  const provenance = at(evidence('provenance'));
  const record = listOf(bundle('record')).map((element) => cardOf(element, 'record_id'));
  return {
    recordId: record.at(-1)?.subjectId ?? textOf(at(body('record'))('id')),
    log: textOf(bundle('log')),
    record,
    authorities: listsIn(bundle('authorities')).map((element) => cardOf(element, 'authority_id')),
    keys: listsIn(bundle('keys')).map((element) => cardOf(element, 'key_id')),
    checkpoint: textOf(bundle('checkpoint')),
    asOf: textOf(answer('as_of')),
    verifiedAt: textOrNull(body('verified_at')),
    claim: claimOf(at(body('record')), evidence),
    receipt: receiptOf(provenance('receipt')),
  };
}

type Members = (name: string) => unknown;

function claimOf(record: Members, evidence: Members): EvidenceView['claim'] {
  const verdict = at(evidence('verdict'));
  const authority = at(evidence('authority'));
  return {
    state: textOf(evidence('state') ?? record('state')),
    version: numberOf(record('version')),
    verdict: textOrNull(verdict('result')),
    reasons: listOf(verdict('reasons')).map(textOf),
    warnings: listOf(verdict('warnings')).map(textOf),
    successorId: textOrNull(verdict('successor_id')),
    authority:
      authority('id') === undefined
        ? null
        : {
            id: textOf(authority('id')),
            issuer: textOf(authority('issuer')),
            state: textOf(authority('state')),
            validAtEvent: authority('valid_at_event') === true,
            validNow: authority('valid_now') === true,
          },
  };
}

function cardOf(element: unknown, subject: string): ElementCard {
  const member = at(element);
  const authority = at(member('authority'));
  const signature = at(member('signature'));
  return {
    subjectId: textOf(member(subject)),
    sequence: numberOf(member('sequence')),
    type: textOf(member('type')),
    state: textOf(member('state')),
    occurredAt: textOf(member('occurred_at')),
    digest: textOf(member('digest')),
    previous: textOrNull(member('previous')),
    keyId: textOrNull(signature('key_id')),
    signature: textOrNull(signature('value')),
    authority:
      authority('id') === undefined
        ? null
        : { id: textOf(authority('id')), version: numberOf(authority('version')) },
    issuer: textOrNull(member('issuer')),
    issuerSignature: textOrNull(member('issuer_signature')),
    origin: textOrNull(member('origin')),
    externalId: textOrNull(member('external_id')),
    contentDigest: textOrNull(member('content_digest')),
    expiresAt: textOrNull(member('expires_at')),
    invalidSince: textOrNull(member('invalid_since')),
    successorId: textOrNull(member('successor_id')),
    salt: textOf(member('salt')),
  };
}

function receiptOf(value: unknown): ReceiptView | null {
  const receipt = at(value);
  if (receipt('log_index') === undefined) return null;
  return {
    index: numberOf(receipt('log_index')),
    size: numberOf(receipt('tree_size')),
    root: textOf(receipt('root_hash')),
    proof: listOf(receipt('inclusion_proof')).map(textOf),
  };
}

function at(value: unknown): Members {
  return (name) =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, name)
      ? (value as Record<string, unknown>)[name]
      : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function listsIn(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listOf) : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string'
    ? value
    : value === undefined || value === null
      ? ''
      : JSON.stringify(value);
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** The sequence that a finding names, as in `element 2 of rec_…`; null where it names none. */
export function namedElement(about: string | undefined): { sequence: number; subjectId: string } | null {
  const [, sequence, subjectId] = /^element (\d+) of (\S+)$/.exec(about ?? '') ?? [];
  return sequence === undefined || subjectId === undefined ? null : { sequence: Number(sequence), subjectId };
}

/** Whether a text is evidence, and not a document, which only gets hashed. */
export function isBundle(beginning: string): boolean {
  return /^\s*\{/.test(beginning) && beginning.includes('"bundle/v1"');
}
