import { Declared, type InputClass } from './inputs/member-shapes.js';
import { IntegerMember, TextMember } from './inputs/members.js';

/** An input with the id of its subject. */
export type Identified<Id extends string, Body extends object = object> = Body & Record<Id, string>;

/** An input that changes its subject. */
export type Change<Id extends string, Body extends object = object> = Identified<Id, Body> & {
  /** Null for any version. */
  expected_version: number | null;
};

/** The highest version that a caller can name. */
export const NEWEST_VERSION = 999_999_999;

/**
 * The input of an operation on something that has an id.
 * @param id name of the member that holds it: `record_id`.
 * @param body the other members.
 */
export function identified<const Id extends string, Body extends object = object>(
  id: Id,
  body?: InputClass<Body>,
): InputClass<Identified<Id, Body>> {
  const input = class extends (body ?? Object) {};
  TextMember(`Id of the ${id.replace(/_id$/, '')}.`)(input.prototype, id);
  Declared({ from: 'path' })(input.prototype, id);
  return input as InputClass<Identified<Id, Body>>;
}

/** The input of an operation that changes one version of its subject into another. */
export function change<const Id extends string, Body extends object = object>(
  id: Id,
  body?: InputClass<Body>,
): InputClass<Change<Id, Body>> {
  const base: InputClass<object> = identified(id, body);
  const input = class extends base {
    expected_version: number | null = null;
  };
  IntegerMember('The version to change: if there is a newer one, nothing is changed.', {
    min: 1,
    max: NEWEST_VERSION,
    optional: true,
    nullable: true,
  })(input.prototype, 'expected_version');
  Declared({ from: 'If-Match' })(input.prototype, 'expected_version');
  return input as unknown as InputClass<Change<Id, Body>>;
}
