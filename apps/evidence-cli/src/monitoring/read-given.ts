import { readFile } from 'node:fs/promises';
import { decodeBase64, parseStrictJson, readDecimal, type JsonValue } from '@service/evidence';
import { CommandError, reasonOf } from '../errors.js';
import { GivenElements, type GivenElement } from './given-elements.js';
import type { RootClaim } from './stored-log.js';

type JsonObject = { [name: string]: JsonValue };

/** A position of the log that an answer names. */
interface NamedRoot extends RootClaim {
  origin: string;
  by: string;
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
}

/**
 * Reads files of evidence bundles, of answers with their `as_of` (`{"body": ..., "as_of": "..."}`), and of elements:
 * one JSON text, or one on each line.
 * @throws CommandError where a file cannot be read or has another content.
 */
export async function readGiven(files: readonly string[]): Promise<Given> {
  const given: Given = { elements: new GivenElements(), roots: [], notes: [] };
  for (const file of files) {
    const values = parseTexts(file, await readText(file));
    values.forEach((value, at) => addValue(given, value, values.length === 1 ? file : `${file}:${at + 1}`));
  }
  return given;
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${reasonOf(error)}.`);
  }
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
  } else if (!isObject(value) || given.elements.add(value, where) === null) {
    if (isObject(value) && value['format'] === 'element/v1') return;
    throw new CommandError(`${where} holds neither a bundle nor an answer nor an element.`);
  }
}

function addBundle(given: Given, bundle: JsonObject, where: string): void {
  const answer = isObject(bundle['answer']) ? bundle['answer'] : {};
  const asOf = addAnswer(given, answer, where);
  const chains = [bundle['record'], ...membersOf(bundle['authorities']), ...membersOf(bundle['keys'])];
  for (const chain of chains) addChain(given, chain, asOf, where);
  if (typeof bundle['checkpoint'] === 'string') given.notes.push({ note: bundle['checkpoint'], by: where });
}

/** @returns the size of the log in the answer's position; null without a valid one. */
function addAnswer(given: Given, answer: JsonObject, where: string): number | null {
  const named = readAsOf(answer['as_of']);
  if (named !== null) given.roots.push({ ...named, by: where });
  const body = answer['body'];
  const provenance = isObject(body) ? body['provenance'] : undefined;
  if (isObject(provenance)) addChain(given, provenance['chain'], named?.size ?? null, where);
  return named?.size ?? null;
}

function addChain(given: Given, chain: JsonValue | undefined, asOf: number | null, where: string): void {
  if (!Array.isArray(chain)) return;
  let newest: GivenElement | null = null;
  for (const shown of chain) {
    const element = isObject(shown) ? given.elements.add(shown, where) : null;
    if (element !== null && element.sequence > (newest?.sequence ?? 0)) newest = element;
  }
  if (newest === null || asOf === null) return;
  const { subjectId, sequence } = newest;
  given.elements.claim({ subjectId, sequence, asOf, by: where });
}

/** `<origin> <tree size> <base64 root> <time>`, the value of the header `Service-Evidence-As-Of`. */
function readAsOf(value: JsonValue | undefined): Omit<NamedRoot, 'by'> | null {
  if (typeof value !== 'string') return null;
  const [origin = '', decimal = '', base64 = ''] = value.split(' ');
  const size = readDecimal(decimal);
  try {
    return size === null ? null : { origin, size, root: decodeBase64(base64) };
  } catch {
    return null;
  }
}

function membersOf(value: JsonValue | undefined): JsonValue[] {
  return isObject(value) ? Object.values(value) : [];
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
