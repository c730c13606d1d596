import type { CheckName, Finding } from '@service/evidence';
import { useEffect, useState } from 'react';
import { ApiError, isPassing } from '../../api/api-error.js';
import { dataOf, makeApi, type Api, type Schemas } from '../../api/client.js';
import { RETRY_EVERY } from '../../api/connection.js';
import { connection } from '../../api/send.js';
import { useWhereabouts } from '../../api/session.js';
import { readView, type EvidenceView } from '../../verifying/evidence-view.js';
import type { Verified } from '../../verifying/messages.js';
import { readEvidence } from '../../verifying/read-evidence.js';
import { verifier } from '../../verifying/verifier.js';
import type { Source } from './sources.js';

export interface Reason {
  sequence: number;
  reason: string;
  salt: string;
}

type Lookup = NonNullable<Schemas['Evidence']['lookup']>;

/** State of a verification. */
export interface Verification {
  phase: 'finding' | 'checking' | 'done' | 'failed';
  view: EvidenceView | null;
  /** The received bundle; empty if it is not text. */
  text: string;
  findings: ReadonlyMap<CheckName, Finding>;
  result: Verified | null;
  reasons: readonly Reason[];
  /** How the record was found, if not by its id. */
  lookup: Lookup | null;
  progress: { done: number; of: number } | null;
  /** Why it could not be verified. */
  error: ApiError | null;
  problem: string | null;
}

const BEGINNING: Verification = {
  phase: 'finding',
  view: null,
  text: '',
  findings: new Map(),
  result: null,
  reasons: [],
  lookup: null,
  progress: null,
  error: null,
  problem: null,
};

/** Finds the evidence of a source and has the worker check it; each check is reported as it finishes.
 *  @param turn another number verifies again. */
export function useVerification(
  source: Source | null,
  withEntries: boolean,
  turn: number,
): Verification | null {
  const { project } = useWhereabouts();
  const projectId = project?.id ?? null;
  const [state, setState] = useState<Verification | null>(null);
  const [retries, setRetries] = useState(0);
  useEffect(() => {
    if (source === null) {
      setState(null);
      return;
    }
    const leaving = new AbortController();
    const { signal } = leaving;
    const tell = (change: (before: Verification) => Verification) => {
      if (!signal.aborted) setState((before) => change(before ?? BEGINNING));
    };
    const again = () => signal.aborted || setRetries((before) => before + 1);
    setState(BEGINNING);
    verify(source, projectId, withEntries, tell).catch(async (error: unknown) => {
      const told = error instanceof ApiError ? { error } : { problem: (error as Error).message };
      tell((before) => ({ ...before, phase: 'failed', ...told }));
      // Queries do the same by themselves.
      if (await connection.returned(signal)) again();
      else if (isPassing(error)) setTimeout(again, RETRY_EVERY);
    });
    return () => leaving.abort();
  }, [source, projectId, withEntries, turn, retries]);
  return state;
}

type Tell = (change: (before: Verification) => Verification) => void;

async function verify(
  source: Source,
  projectId: string | null,
  withEntries: boolean,
  tell: Tell,
): Promise<void> {
  const found =
    source.kind === 'bundle'
      ? { evidence: source.bytes, request: null }
      : await fetched(source, projectId, tell);
  const text = typeof found.evidence === 'string' ? found.evidence : new TextDecoder().decode(found.evidence);
  const view = readView(text);
  const reasons = view === null ? [] : await reasonsOf(makeApi(projectId), view.recordId);
  tell((before) => ({ ...before, phase: 'checking', view, text, reasons }));
  const result = await verifier(
    'verify',
    { ...found, withEntries, reasons },
    {
      onCheck: (finding) =>
        tell((before) => ({
          ...before,
          findings: new Map(before.findings).set(finding.check, finding),
        })),
      onProgress: (done, of) => tell((before) => ({ ...before, progress: { done, of } })),
    },
  );
  const findings = new Map(result.report.checks.map((finding) => [finding.check, finding]));
  tell((before) => ({ ...before, phase: 'done', result, findings, progress: null }));
}

async function fetched(source: Exclude<Source, { kind: 'bundle' }>, projectId: string | null, tell: Tell) {
  const id = source.kind === 'record' ? source.id : await lookedUp(source, projectId, tell);
  return readEvidence(projectId, id);
}

async function lookedUp(
  source: Extract<Source, { kind: 'digest' | 'external_id' }>,
  projectId: string | null,
  tell: Tell,
): Promise<string> {
  const body =
    source.kind === 'digest' ? { content_digest: source.digest } : { external_id: source.external_id };
  const { record, evidence } = await dataOf(makeApi(projectId).POST('/v1/records/verify', { body }));
  tell((before) => ({ ...before, lookup: evidence.lookup ?? null }));
  return record.id;
}

/** The texts of reasons, which are not part of the elements; none without the capability to read the record. */
async function reasonsOf(api: Api, id: string): Promise<readonly Reason[]> {
  try {
    const params = { path: { id }, query: { limit: 100 } };
    return (await dataOf(api.GET('/v1/records/{id}/history', { params }))).reasons;
  } catch {
    return [];
  }
}
