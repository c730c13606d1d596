import { MOST_DETAILS, ServiceError, invalidRequest, type ErrorDetail } from '@service/contracts';
import { canonicalJson } from '@service/evidence';
import { problemsOf } from './compiled-checks.js';
import { InvalidItem } from './invalid-item.js';
import { changesOf, membersOf, waysOf, type InputClass } from './member-shapes.js';

/**
 * Reads and validates an input. Each item of a batch is validated alone: an invalid one becomes an `InvalidItem` and does
 * not affect the others.
 * @param carried the members that path and header fields carry; missing where `value` holds them too, as in a tool's
 *   arguments.
 * @throws ServiceError `request.invalid`.
 */
export function checkInput(type: InputClass<object>, value: unknown, carried?: object): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidRequest('', 'must be an object');
  const { instance, problems } = readInput(type, value, carried);
  const details = [...problems, ...problemsOf(type, instance), ...missingMembers(type, instance)];
  if (details.length > 0) throw new ServiceError('request.invalid', { details });
  for (const [name, { items }] of membersOf(type)) {
    if (items !== undefined) checkItems(instance, name, items);
  }
  return instance;
}

/**
 * An update without any change, and an input that takes a content, as text or as digest, and has neither. How a verification
 * names its record is checked elsewhere.
 */
function missingMembers(type: InputClass<object>, instance: object): ErrorDetail[] {
  const isMissing = (name: string) => Reflect.get(instance, name) === undefined;
  const ways = waysOf(type);
  if (ways.length > 0)
    return ways.length === 2 && ways.every(isMissing)
      ? [{ field: 'content', issue: 'is missing, and so is content_digest: give one of them' }]
      : [];
  const changes = changesOf(type);
  return changes.length > 0 && changes.every(isMissing)
    ? [{ field: '', issue: `must hold at least one of ${changes.join(', ')}` }]
    : [];
}

/**
 * Reads the members that a class declares. It visits each member of the input once and never descends into a value, so
 * the cost of a refusal does not depend on the input’s depth.
 * @throws ServiceError `request.invalid` once there are as many problems as an error names.
 */
export function readInput(type: InputClass<object>, value: object, carried?: object) {
  const members = membersOf(type);
  const instance = new type() as Record<string, unknown>;
  const problems: ErrorDetail[] = [];
  for (const field of Object.keys(value)) {
    const given = (value as Record<string, unknown>)[field];
    const member = members.get(field);
    if (member !== undefined && (carried === undefined || member.from === undefined)) {
      instance[field] = member.convert === undefined ? given : member.convert(given);
    } else if (
      problems.push({ field, issue: 'is unknown: this request has no such member' }) >= MOST_DETAILS
    ) {
      throw new ServiceError('request.invalid', { details: problems });
    }
  }
  return { instance: Object.assign(instance, carried), problems };
}

function checkItems(instance: Record<string, unknown>, name: string, type: InputClass<object> | 'id'): void {
  const items = instance[name] as readonly unknown[];
  instance[name] = items.map((item) => {
    if (item instanceof InvalidItem) return item;
    try {
      return type === 'id' ? checkId(item) : checkInput(type, item);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return new InvalidItem(canonicalJson(item), error);
    }
  });
}

/** Any text: one that is not an id finds nothing. */
function checkId(item: unknown): string {
  if (typeof item === 'string' && item !== '') return item;
  throw invalidRequest('', 'must be a text that is not empty');
}
