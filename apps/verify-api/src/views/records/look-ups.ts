import { UnavailableError, agreedDate } from '@service/contracts';
import { STALE_AFTER } from '@service/messaging';
import { Batcher } from '@service/platform/batching';
import type { Pool } from 'pg';
import { lookUpRecords, type LookUpRequest, type LookUpResults } from './look-up-records.js';
import type { ReadView } from './record-cache.js';

/** Most values that the asks of one query look up, each with up to a thousand candidates; a larger ask has a query alone. */
const MOST_OF_QUERY = 100;

type Matches = LookUpResults['matches'];

interface Ask {
  /** By the text that two requests for the same share. */
  requests: readonly (readonly [text: string, request: LookUpRequest])[];
  since: number;
}

/** The matches of an ask, and the horizon of the view that they were found in; null where it has waited too long. */
type Found = { matches: Matches; horizon: bigint } | null;

/** Looks up records of each project by one query at a time, which all that wait for the one before it share. */
export class LookUps {
  private readonly ofProjects = new Map<string, { queries: Batcher<Ask, Found>; asking: number }>();

  /** @param tables of the view, once it is known. */
  constructor(
    private readonly pool: Pool,
    private readonly tables: () => ReadView['tables'] | undefined,
  ) {}

  /** @throws ServiceError `service.unavailable` where it has waited until an answer from it would be refused. */
  async find(projectId: string, requests: readonly LookUpRequest[]): Promise<NonNullable<Found>> {
    const own = this.ofProjects.get(projectId) ?? { queries: this.queriesOf(projectId), asking: 0 };
    this.ofProjects.set(projectId, own);
    own.asking += 1;
    try {
      const since = performance.now();
      const texts = requests.map((request) => [JSON.stringify(request), request] as const);
      const found = await own.queries.submit({ requests: texts, since });
      const waited = Math.round(performance.now() - since);
      if (found === null) throw new UnavailableError({ cause: 'look_up_waited', waited_ms: waited });
      return found;
    } finally {
      own.asking -= 1;
      if (own.asking === 0) this.ofProjects.delete(projectId);
    }
  }

  private queriesOf(projectId: string): Batcher<Ask, Found> {
    const roomOf = () => {
      let values = 0;
      return ({ requests }: Ask) => {
        const isFirst = values === 0;
        values += requests.length;
        return isFirst || values <= MOST_OF_QUERY;
      };
    };
    return new Batcher((asks) => this.query(projectId, asks), {
      maxBatch: MOST_OF_QUERY,
      maxInFlight: 1,
      roomOf,
    });
  }

  private async query(projectId: string, asks: Ask[]): Promise<Found[]> {
    const now = performance.now();
    const isLate = ({ since }: Ask) => now - since > STALE_AFTER;
    const asked = new Map(asks.filter((ask) => !isLate(ask)).flatMap(({ requests }) => requests));
    if (asked.size === 0) return asks.map(() => null);
    const tables = this.tables();
    const horizonOf = tables?.beginReading();
    const { matches, progress } = await lookUpRecords(
      this.pool,
      projectId,
      [...asked.values()],
      tables?.progressSql ?? 'NULL::text',
      agreedDate(),
    );
    const horizon = progress === null ? 0n : (horizonOf?.(progress) ?? 0n);
    const found = new Map([...asked.keys()].map((key, index) => [key, matches[index] ?? null]));
    const matchesOf = ({ requests }: Ask) => requests.map(([text]) => found.get(text) ?? null);
    return asks.map((ask) => (isLate(ask) ? null : { matches: matchesOf(ask), horizon }));
  }
}
