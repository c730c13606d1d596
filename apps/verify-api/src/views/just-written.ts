import { agreedNow, timeOfId } from '@service/contracts';
import { Batcher } from '@service/platform/batching';
import type { Pool } from 'pg';
import type { AskingCaller } from './asking-caller.js';
import type { ShownVersions } from './shown-versions.js';

/** Kinds of aggregates that callers name by their ids, each with the app that owns their events. */
export const OWNERS = {
  record: 'record_store',
  authority: 'credential_authority',
  credential: 'credential_authority',
  link: 'credential_authority',
  project: 'credential_authority',
  operator: 'credential_authority',
  subscription: 'webhook_dispatcher',
} as const;

export type OwnedKind = keyof typeof OWNERS;
type Owner = (typeof OWNERS)[OwnedKind];

/** A subject that a view lacks, and who asks for it. */
interface AskedSubject {
  kind: OwnedKind;
  id: string;
  project_id: string | null;
  /** Null for all authorities of the project. */
  authorities: readonly string[] | null;
}

const OF_PROJECT = `first.content ->> 'project_id' = asked.project_id`;

/** Whether the asking caller can see a subject, decided on the subject's first event as the views decide it. */
const IS_REACHED = `CASE asked.kind
    WHEN 'record' THEN ${OF_PROJECT}
      AND (asked.authorities IS NULL OR first.content #>> '{authority,id}' = ANY (asked.authorities))
    WHEN 'authority' THEN ${OF_PROJECT} AND (asked.authorities IS NULL OR asked.id = ANY (asked.authorities))
    WHEN 'credential' THEN first.content ->> 'project_id' IS NOT DISTINCT FROM asked.project_id
      AND (asked.authorities IS NULL OR first.content -> 'authorities' <@ to_jsonb(asked.authorities))
    -- The holder of a link is of no project.
    WHEN 'link' THEN (asked.project_id IS NULL OR ${OF_PROJECT})
      AND (asked.authorities IS NULL OR first.content ->> 'authority_id' = ANY (asked.authorities))
    WHEN 'subscription' THEN ${OF_PROJECT}
    WHEN 'project' THEN asked.project_id IS NULL
    -- Roles may have changed since: who can see an operator is decided on the newest ones.
    WHEN 'operator' THEN true
  END`;

/**
 * The newest version of each asked subject that exists and that its caller can see. The limit makes PostgreSQL read by the
 * index for each subject, whatever it assumes of the table. An edited element that is no JSON must not fail the others.
 */
const newestVersionsSql = (owner: Owner): string => `
  SELECT asked.place, (
    SELECT max(e.version) FROM ${owner}_published.events AS e WHERE e.stream_id = asked.id
  ) AS version
  FROM json_to_recordset($1) AS asked(place integer, kind text, id text, project_id text, authorities text[])
  CROSS JOIN LATERAL (
    SELECT CASE WHEN e.element IS NULL THEN e.data
      WHEN pg_input_is_valid(e.element, 'jsonb') AND e.element IS JSON OBJECT THEN e.element::jsonb END AS content
    FROM ${owner}_published.events AS e WHERE e.stream_id = asked.id AND e.version = 1 LIMIT 1
  ) AS first
  WHERE ${IS_REACHED}`;

/**
 * Milliseconds by which the time of an id may differ from this clock. An id is made before its write, which can take ten
 * seconds, by a gateway with a clock of its own; and a view may be behind.
 */
export const YOUNG = 20_000;

/** Whether an id of a kind was made about now, so that another replica may show what this one does not show yet. */
export function isYoung(id: string, kind: OwnedKind, now: number): boolean {
  const madeAt = timeOfId(id, kind);
  return madeAt !== null && Math.abs(now - madeAt) <= YOUNG;
}

/**
 * Finds what was written through another replica a moment ago. If a view lacks a young id, the owner's events are read,
 * so that nobody waits for what does not exist.
 */
export class JustWritten {
  private readonly newestVersions: Readonly<Record<Owner, Batcher<AskedSubject, number | null>>>;

  constructor(
    private readonly pool: Pool,
    private readonly shown: Pick<ShownVersions, 'require'>,
  ) {
    const of = (owner: Owner) =>
      new Batcher<AskedSubject, number | null>((asked) => this.read(owner, asked), {
        maxBatch: 1_000,
        maxInFlight: 2,
      });
    this.newestVersions = {
      record_store: of('record_store'),
      credential_authority: of('credential_authority'),
      webhook_dispatcher: of('webhook_dispatcher'),
    };
  }

  /**
   * What `find` finds in a view, at once or as soon as the view shows the subject.
   * @throws ServiceError `service.unavailable` where the subject exists and the view does not show it within three seconds.
   */
  async find<Found>(
    caller: AskingCaller,
    kind: OwnedKind,
    id: string,
    find: () => Promise<Found | null> | Found | null,
  ): Promise<Found | null> {
    const found = await find();
    return found === null && (await this.arrives(caller, kind, id)) ? find() : found;
  }

  /**
   * Whether a subject that a view lacks exists and the caller can see it; resolves when the view shows it.
   * @throws ServiceError `service.unavailable` where the view does not show it within three seconds.
   */
  async arrives({ projectId, authorities }: AskingCaller, kind: OwnedKind, id: string): Promise<boolean> {
    if (!isYoung(id, kind, agreedNow())) return false;
    const asked = { kind, id, project_id: projectId, authorities };
    const version = await this.newestVersions[OWNERS[kind]].submit(asked);
    if (version === null) return false;
    await this.shown.require(new Map([[id, version]]), true);
    return true;
  }

  private async read(owner: Owner, asked: readonly AskedSubject[]): Promise<(number | null)[]> {
    const { rows } = await this.pool.query<{ place: number; version: number }>({
      name: `newest_versions_of_${owner}`,
      text: newestVersionsSql(owner),
      values: [JSON.stringify(asked.map((each, place) => ({ ...each, place })))],
    });
    const versions = new Map(rows.map(({ place, version }) => [place, version]));
    return asked.map((_, place) => versions.get(place) ?? null);
  }
}
