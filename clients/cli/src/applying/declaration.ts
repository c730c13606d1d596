import { parseDocument, type Document } from 'yaml';
import { CommandError, reasonOf } from '../errors.js';
import { KINDS, type Item, type Kind } from './kinds.js';

/** What a file declares of each kind; a kind without a section is not looked at. */
export type Declaration = ReadonlyMap<Kind, readonly Item[]>;

/** Reads a declaration in YAML 1.2 or JSON. @throws CommandError that names the place of a fault */
export function readDeclaration(text: string, file: string): Declaration {
  const fault = (what: string) => new CommandError(`${file}: ${what}`);
  const document = parseDocument(text);
  const [problem] = document.errors;
  if (problem !== undefined) throw fault(problem.message);
  const sections = valueOf(document, fault);
  if (!isItem(sections))
    throw fault(`a file has the sections ${KINDS.map(({ section }) => section).join(', ')}.`);
  const unknown = Object.keys(sections).find((name) => !KINDS.some(({ section }) => section === name));
  if (unknown !== undefined) throw fault(`there is no section ${unknown}.`);
  const declared = KINDS.filter(({ section }) => Object.hasOwn(sections, section));
  return new Map(declared.map((kind) => [kind, itemsOf(kind, sections[kind.section], fault)]));
}

function valueOf(document: Document, fault: (what: string) => CommandError): unknown {
  try {
    return document.toJS() as unknown;
  } catch (error) {
    // Such as too many aliases.
    throw fault(reasonOf(error));
  }
}

function itemsOf({ section, key }: Kind, list: unknown, fault: (what: string) => CommandError): Item[] {
  if (!Array.isArray(list)) throw fault(`${section} is no list.`);
  const names = new Set<string>();
  return list.map((item: unknown, place) => {
    const name = isItem(item) ? item[key] : undefined;
    if (typeof name !== 'string' || name === '') throw fault(`${section}[${place}] has no ${key}.`);
    if (names.has(name)) throw fault(`${section} has ${name} twice.`);
    names.add(name);
    return item as Item;
  });
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
