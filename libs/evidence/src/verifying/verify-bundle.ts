import type { EvidenceBundle } from '../bundle/bundle.js';
import { readBundle } from '../bundle/read-bundle.js';
import { parseStrictJson } from '../json/strict-json.js';
import { keySubjectId } from '../elements/key-element.js';
import { chainOf, type ShownElement } from './chains.js';
import { atHand, Checklist, derive } from './checklist.js';
import type { VerifyOptions } from './options.js';
import type { Report } from './report.js';
import { decodeText } from './decode-text.js';
import type { Trust } from './trust.js';
import { runChecks } from './run-checks.js';

/**
 * Checks an evidence bundle against the verifier's trust only. Never throws because of a bundle's content.
 * @param input the bundle's text, or its bytes in UTF-8.
 */
export function verifyBundle(input: string | Uint8Array, trust: Trust, options: VerifyOptions = {}): Report {
  const list = new Checklist(options.onCheck);
  const json = list.take('bundle.json', [], () => parseStrictJson(decodeText(input)));
  const bundle = list.take('bundle.form', [json], readBundle);
  const at = {
    bundle,
    answer: derive(bundle, ({ answer }) => atHand(answer)),
    records: () => derive(bundle, (read) => atHand([chainOf(recordIdOf(read), read.record)])),
    authorities: derive(bundle, ({ authorities }) => atHand(chainsIn(authorities, (id) => id))),
    keys: derive(bundle, ({ keys }) => atHand(chainsIn(keys, keySubjectId))),
    believedKeys: null,
  };
  return runChecks(list, at, trust, options);
}

/** The record id that the bundle proves and the answer must name. */
function recordIdOf({ record }: EvidenceBundle): string {
  const id: unknown = record.at(-1)?.record_id;
  return typeof id === 'string' ? id : '';
}

/** In the order of their ids, so that every verifier names the same fault first. */
function chainsIn<Content extends object>(
  chains: { readonly [id: string]: readonly ShownElement<Content>[] },
  subjectId: (id: string) => string,
) {
  const ids = Object.keys(chains).toSorted();
  return ids.map((id) => chainOf<Content>(subjectId(id), chains[id] ?? []));
}
