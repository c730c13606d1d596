import { archiveOf, readIndex } from './index-files.ts';
import { inBatches, withInFlight } from './in-flight.ts';
import type { DebianPackage } from './packages.ts';
import type { Progress } from './progress.ts';
import type { ItemError, Service } from './service.ts';

const BATCH = 100;
const IN_FLIGHT = 4;

/** What is stored of a package for its verification. */
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
  const answers = await service.postRecords<{ id: string }>('/v1/records/batch', batch);
  for (const [index, { content_digest, external_id }] of batch.entries()) {
    const answer = answers[index] as { id: string } | ItemError;
    const { id, alreadyThere, reason } = read(answer);
    if (id === undefined) outcome.refused.push({ externalId: external_id, reason });
    else outcome.registered.push({ recordId: id, contentDigest: content_digest });
    if (alreadyThere) outcome.alreadyThere += 1;
  }
}

/** A record that is there already is as good as a new one, and the refusal names it. */
function read(answer: { id: string } | ItemError): { id?: string; alreadyThere: boolean; reason: string } {
  if ('id' in answer) return { id: answer.id, alreadyThere: false, reason: '' };
  const { code, message, existing_id } = answer.error;
  if (code === 'record.already_exists' && existing_id !== undefined) {
    return { id: existing_id, alreadyThere: true, reason: '' };
  }
  return { alreadyThere: false, reason: `${code}: ${message}` };
}
