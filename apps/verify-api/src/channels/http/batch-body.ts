import { ServiceError } from '@service/contracts';
import { InvalidItem } from '../../interface/inputs/invalid-item.js';
import { MOST_ITEMS } from '../../interface/inputs/members.js';
import { MOST, judgedJson, textOf } from './json-body.js';
import { endOfString } from './json-structure.js';

/** Bounds of one item: the levels that the body leaves to it, and more values than an item with 20 pairs of metadata has. */
const MOST_OF_ITEM = { depth: MOST.depth - 2, values: 100 };
/** The level of the items' list. */
const LIST = 2;

/**
 * Parses the body of a batch. Each item of its list is judged alone: one that no two parsers read alike, or that is too deep
 * or too large, becomes an `InvalidItem`.
 * @param list the name of the member with the items.
 * @throws ServiceError as `parseJsonBody` does, for what is wrong outside of the items or is not JSON.
 */
export function parseBatchBody(raw: unknown, list: string): unknown {
  const { frame, items } = withoutItems(textOf(raw), list);
  const body = judgedJson(frame, MOST);
  // The cut list is the only member of its name: a second one was refused.
  if (items.length > 0) (body as Record<string, unknown>)[list] = items.map(itemOf);
  return body;
}

function itemOf(text: string): unknown {
  try {
    return judgedJson(text, MOST_OF_ITEM);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    requireJson(text);
    return new InvalidItem('null', malformedItem(error));
  }
}

/** `request.malformed` tells a verifier that the signature of the batch's answer covers null in place of the item. */
function malformedItem({ extras: { details = [] } }: ServiceError): ServiceError {
  const [first = { field: '', issue: `must be nested at most ${MOST_OF_ITEM.depth} levels deep` }] = details;
  return new ServiceError('request.malformed', { details: [first] });
}

function requireJson(text: string): void {
  try {
    JSON.parse(text);
  } catch {
    throw new ServiceError('request.malformed');
  }
}

/** The texts of the items of a body's list, and the body's text with null in place of each. */
function withoutItems(text: string, list: string): { frame: string; items: string[] } {
  const items: string[] = [];
  let [frame, copied, depth, begun, names] = ['', 0, 0, 0, 0];
  // Whether the last string of an object at level 1 is the name of the list: judged once, because many lists may follow it.
  let [isList, isNext] = [false, false];
  const isObject = /^\s*\{/.test(text);
  const endItem = (at: number, isLast: boolean): void => {
    const item = text.slice(begun, at);
    // An empty list has no item. A missing item stays missing, so that the body is no JSON.
    if (item.trim() !== '') {
      items.push(item);
      frame += `${text.slice(copied, begun)}null`;
      copied = at;
    }
    begun = at + 1;
    // One more than a batch may have is enough for its refusal.
    isList = !isLast && items.length <= MOST_ITEMS;
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      const end = endOfString(text, at);
      if (depth === 1) {
        names += 1;
        isNext = isObject && names <= MOST.values && isNamed(text.slice(at, end + 1), list);
      }
      at = end;
    } else if (character === '[' || character === '{') {
      depth += 1;
      if (character === '[' && depth === LIST && items.length === 0 && isNext) {
        [isList, begun] = [true, at + 1];
      }
    } else if (character === ']' || character === '}') {
      if (isList && depth === LIST) endItem(at, true);
      depth -= 1;
    } else if (character === ',' && isList && depth === LIST) {
      endItem(at, false);
    }
  }
  return { frame: frame + text.slice(copied), items };
}

function isNamed(quoted: string, list: string): boolean {
  try {
    return JSON.parse(quoted) === list;
  } catch {
    return false;
  }
}
