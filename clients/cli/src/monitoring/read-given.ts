import {
  isTimestamp,
  loggedBy,
  parseAsOf,
  parseStrictJson,
  unknownInAnswer,
  unknownInBundle,
  unknownInElement,
  unknownInEnvelope,
  unknownInReceipt,
  type AsOf,
  type JsonValue,
} from '@service/evidence';
import { CommandError, reasonOf } from '../errors.js';
import { readText } from '../files.js';
import { alarm, news, type Finding } from './finding.js';
import { GivenElements, type GivenElement } from './given-elements.js';
import type { GivenPosition } from './given-positions.js';
import type { RootClaim } from './stored-log.js';

type JsonObject = { [name: string]: JsonValue };

/** A position of the log that an answer names. */
interface NamedRoot extends RootClaim, GivenPosition {
  origin: string;
}

/** A given checkpoint, unchecked. */
interface GivenNote {
  note: string;
  by: string;
}

/** Given evidence to compare with the log. */
export interface Given {
  elements: GivenElements;
  roots: NamedRoot[];
  notes: GivenNote[];
  /** Findings about malformed or unknown content. */
  findings: Finding[];
}

/**
 * Reads files of evidence bundles, of answers with their `as_of` (`{"body": ..., "as_of": "..."}`), and of elements:
 * one JSON text, or one on each line.
 * @throws CommandError where a file cannot be read, or holds anything else.
 */
export async function readGiven(files: readonly string[]): Promise<Given> {
  const given: Given = { elements: new GivenElements(), roots: [], notes: [], findings: [] };
  for (const file of files) {
    const values = parseTexts(file, await readText(file));
    values.forEach((value, at) => addValue(given, value, values.length === 1 ? file : `${file}:${at + 1}`));
  }
  return given;
}

function parseTexts(file: string, text: string): JsonValue[] {
  try {
    return [parseStrictJson(text)];
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (lines.length < 2) throw new CommandError(`${file} is not JSON. ${reasonOf(error)}.`);
    return lines.map((line, at) => {
      try {
        return parseStrictJson(line);
      } catch (reason) {
        throw new CommandError(`${file}:${at + 1} is not JSON. ${reasonOf(reason)}.`);
      }
    });
  }
}

function addValue(given: Given, value: JsonValue, where: string): void {
  if (Array.isArray(value)) {
    for (const each of value) addValue(given, each, where);
  } else if (isObject(value) && value['format'] === 'bundle/v1') {
    addBundle(given, value, where);
  } else if (isObject(value) && isObject(value['body']) && typeof value['as_of'] === 'string') {
    addAnswer(given, value, where);
  } else if (!isObject(value) || addElement(given, value, where) === null) {
    if (isObject(value) && value['format'] === 'element/v1') return;
    throw new CommandError(`${where} is not a bundle, an answer or an element.`);
  }
}

/** Raises an alarm for unknown members. @returns whether there are any. */
function refuse(given: Given, unknown: readonly string[]): boolean {
  const text = `${unknown.join(', ')}: unknown members.`;
  if (unknown.length > 0) given.findings.push(alarm('evidence.unknown_member', text));
  return unknown.length > 0;
}

function addElement(given: Given, shown: JsonObject, where: string): GivenElement | null {
  return refuse(given, unknownInElement(shown, where)) ? null : given.elements.add(shown, where);
}

function addBundle(given: Given, bundle: JsonObject, where: string): void {
  if (refuse(given, unknownInBundle(bundle, where))) return;
  const answer = isObject(bundle['answer']) ? bundle['answer'] : {};
  const asOf = addAnswer(given, answer, where);
  const chains = [bundle['record'], ...membersOf(bundle['authorities']), ...membersOf(bundle['keys'])];
  for (const chain of chains) addChain(given, chain, asOf, where);
  if (typeof bundle['checkpoint'] === 'string') given.notes.push({ note: bundle['checkpoint'], by: where });
}

/** @returns the answer's position of the log; null without a valid one. */
function addAnswer(given: Given, answer: JsonObject, where: string): AsOf | null {
  if (refuse(given, unknownInAnswer(answer, where))) return null;
  const named = typeof answer['as_of'] === 'string' ? parseAsOf(answer['as_of']) : null;
  if (named !== null) given.roots.push(rootOf(named, where));
  for (const envelope of envelopesIn(answer['body'])) {
    addEnvelope(given, envelope, named, where);
  }
  return named;
}

function addEnvelope(given: Given, envelope: JsonValue, asOf: AsOf | null, where: string): void {
  const unknown = unknownInEnvelope(envelope, where);
  const text = `${unknown.join(', ')}: unknown members of the answer, not checked.`;
  if (unknown.length > 0) given.findings.push(news('not_checked', text));
  const evidence = isObject(envelope) ? envelope['evidence'] : undefined;
  const provenance = isObject(evidence) ? evidence['provenance'] : undefined;
  if (!isObject(provenance)) return;
  if (refuse(given, unknownInReceipt(provenance['receipt'], `${where}.receipt`))) return;
  const newest = addChain(given, provenance['chain'], asOf, where);
  const { logged_by } = provenance;
  if (newest === null || asOf === null || typeof logged_by !== 'string' || !isTimestamp(logged_by)) return;
  const { subjectId, sequence, occurredAt } = newest;
  if (!isTimestamp(occurredAt)) return;
  const { origin } = asOf;
  // The monitor does not check the answer's signature, so an answer cannot extend the merge delay.
  const until = Math.min(Date.parse(logged_by), Date.parse(loggedBy(occurredAt)));
  given.elements.promise({ subjectId, sequence, origin, loggedBy: until, by: where });
}

function rootOf({ origin, treeSize, root, at }: AsOf, by: string): NamedRoot {
  return { origin, size: treeSize, root, at: Date.parse(at), by };
}

/** The envelopes of an answer: one, or those of a batch without its refusals. */
function envelopesIn(body: JsonValue | undefined): JsonValue[] {
  if (!isObject(body)) return [];
  if (!Array.isArray(body['data'])) return [body];
  return body['data'].filter((item) => isObject(item) && Object.hasOwn(item, 'evidence'));
}

/** @returns the newest element, if the chain can be read and the answer names a position of the log. */
function addChain(
  given: Given,
  chain: JsonValue | undefined,
  asOf: AsOf | null,
  where: string,
): GivenElement | null {
  if (!Array.isArray(chain)) return null;
  const elements = chain.flatMap((shown) => (isObject(shown) ? (addElement(given, shown, where) ?? []) : []));
  const newest = elements.toSorted((one, other) => one.sequence - other.sequence).at(-1);
  // An unreadable newest element has an alarm of its own.
  if (newest === undefined || asOf === null || elements.length < chain.length) return null;
  const { subjectId, sequence } = newest;
  const { origin, treeSize, at } = asOf;
  const claim = { subjectId, sequence, origin, asOf: treeSize, at: Date.parse(at), by: where };
  given.elements.claim(claim);
  return newest;
}

function membersOf(value: JsonValue | undefined): JsonValue[] {
  return isObject(value) ? Object.values(value) : [];
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
