import { archiveOf, readIndex } from './index-files.ts';
import { inBatches, withInFlight } from './in-flight.ts';
import type { DebianPackage } from './packages.ts';
import type { Progress } from './progress.ts';
import type { ItemError, Service } from './service.ts';

const BATCH = 100;
const IN_FLIGHT = 4;

/** What is kept of a package for its verification. */
export interface Registered {
  recordId: string;
  contentDigest: string;
}

export interface Registration {
  registered: Registered[];
  /** Packages that an earlier run, or an answer that was lost, had registered before. */
  alreadyThere: number;
  /** What the service would not register, by its name. */
  refused: { externalId: string; reason: string }[];
}

interface Registering {
  authority_id: string;
  origin: string;
  content_digest: string;
  external_id: string;
}

/** Registers every package of the indexes as a record. */
export async function registerPackages(
  service: Service,
  files: readonly string[],
  authorityId: string,
  progress: Progress,
): Promise<Registration> {
  const outcome: Registration = { registered: [], alreadyThere: 0, refused: [] };
  for (const file of files) {
    const archive = archiveOf(file);
    await withInFlight(inBatches(readIndex(file), BATCH), IN_FLIGHT, async (packages) => {
      const records = packages.map((each) => toRecord(each, archive, authorityId));
      await registerBatch(service, records, outcome);
      progress.advance(packages.length);
    });
  }
  return outcome;
}

/** The archive belongs to the name: the same package, version and architecture stands in several. */
function toRecord(each: DebianPackage, archive: string, authorityId: string): Registering {
  return {
    authority_id: authorityId,
    origin: archive,
    content_digest: `sha256:${each.sha256}`,
    external_id: `${archive}/${each.name}_${each.version}_${each.architecture}`,
  };
}

async function registerBatch(service: Service, batch: Registering[], outcome: Registration): Promise<void> {
  for (let waiting = batch; waiting.length > 0; ) {
    const { data } = await service.post<{ data: ({ id: string } | ItemError)[] }>('/v1/records/batch', {
      records: waiting,
    });
    const again: Registering[] = [];
    for (const [index, record] of waiting.entries()) {
      const answer = data[index] ?? missingAnswer();
      if ('id' in answer) {
        outcome.registered.push({ recordId: answer.id, contentDigest: record.content_digest });
      } else if (answer.error.code === 'record.already_exists' && answer.error.existing_id !== undefined) {
        outcome.alreadyThere += 1;
        outcome.registered.push({ recordId: answer.error.existing_id, contentDigest: record.content_digest });
      } else if (answer.error.code === 'service.unavailable') {
        again.push(record);
      } else {
        const reason = `${answer.error.code}: ${answer.error.message}`;
        outcome.refused.push({ externalId: record.external_id, reason });
      }
    }
    if (again.length > 0) await service.pause('it is unavailable for some records');
    waiting = again;
  }
}

function missingAnswer(): ItemError {
  return { error: { code: 'batch.short', message: 'The batch has no answer for this record.' } };
}
