import { concatBytes } from '../encoding/bytes.js';
import { firstLinkOf, linkOf } from '../history/history-chain.js';
import type { HistoryBlock } from '../history/history-block.js';
import { HistoryChecker } from '../history/history-checker.js';
import type { HistoryFault } from '../history/history-fault.js';
import { digestPersonal, type PersonalFields } from '../history/personal-digest.js';

export const sampleLane = { day: '2026-03-01', project_id: 'prj_sample', writer: 'wri_sample' };

/** A block with mutable lines. */
export interface LooseBlock extends HistoryBlock {
  lines: string[];
  personal: Record<string, PersonalFields>;
}

/** A lane as it is written: blocks with so many lines each. */
export function writeLane(lengths: readonly number[]): LooseBlock[] {
  let link = firstLinkOf(sampleLane);
  let sequence = 1;
  return lengths.map((length, block) => {
    const fields = {
      salt: `salt ${block}`,
      address: `10.0.0.${block}`,
      user_agent: block % 2 ? null : 'tests',
    };
    const client = digestPersonal(fields);
    const made: LooseBlock = { sequence, links: new Uint8Array(), lines: [], personal: { [client]: fields } };
    for (let index = 0; index < length; index += 1) {
      const line = writeLine(sequence, client);
      link = linkOf(link, line);
      made.lines.push(line);
      made.links = concatBytes(made.links, link);
      sequence += 1;
    }
    return made;
  });
}

export function writeLine(sequence: number, client: string): string {
  return JSON.stringify({
    sequence,
    request_id: `req_${sequence}`,
    occurred_at: `2026-03-01T00:00:00.${String(sequence).padStart(3, '0')}Z`,
    channel: 'api',
    credential_id: 'crd_sample',
    operation: 'records.verify',
    subject: `rec_${sequence}`,
    items: 1,
    outcome: 'succeeded',
    status: 200,
    error_code: null,
    duration_ms: 1.25,
    client,
  });
}

/** All faults of a lane. */
export function checkLane(blocks: readonly HistoryBlock[], written = 0): HistoryFault[] {
  const checker = new HistoryChecker(sampleLane);
  return [...blocks.flatMap((block) => checker.take(block)), ...checker.finish(written)];
}
