import { ServiceError, invalidRequest, type ErrorDetail } from '@service/contracts';
import { canonicalJson } from '@service/evidence';
import { validateSync, type ValidationError } from 'class-validator';
import { InvalidItem } from './invalid-item.js';
import { isSurelyValid } from './is-surely-valid.js';
import { membersOf, type InputClass } from './member-shapes.js';
import { isObject, readInput } from './read-input.js';

/**
 * Reads and validates an input. Each item of a batch is judged by itself, in the same way: one that is invalid becomes
 * an `InvalidItem` and does not refuse the others.
 * @throws ServiceError `request.invalid`.
 */
export function checkInput(type: InputClass<object>, value: unknown): object {
  if (!isObject(value)) throw invalidRequest('', 'must be an object');
  const { instance, problems } = readInput(type, value);
  const details = [...problems, ...problemsOf(type, instance)];
  if (details.length > 0) throw new ServiceError('request.invalid', { details });
  for (const [name, { items }] of membersOf(type)) {
    if (items !== undefined) checkItems(instance as Record<string, unknown>, name, items);
  }
  return instance;
}

function problemsOf(type: InputClass<object>, instance: object): ErrorDetail[] {
  if (isSurelyValid(type, instance)) return [];
  const errors = validateSync(instance, {
    forbidUnknownValues: true,
    stopAtFirstError: true,
    validationError: { target: false, value: false },
  });
  return errors.flatMap(toDetails);
}

function toDetails({ property, constraints = {} }: ValidationError): ErrorDetail[] {
  return Object.values(constraints).map((issue) => ({ field: property, issue }));
}

function checkItems(instance: Record<string, unknown>, name: string, type: InputClass<object>): void {
  const items = instance[name] as readonly unknown[];
  instance[name] = items.map((item, index) => {
    try {
      return checkInput(type, item);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return new InvalidItem(canonicalText(item, `${name}[${index}]`), error);
    }
  });
}

/** @throws ServiceError `request.invalid` for a number that JSON.parse read as infinite. */
function canonicalText(item: unknown, field: string): string {
  try {
    return canonicalJson(item);
  } catch {
    throw invalidRequest(field, 'holds a number that is too large');
  }
}
