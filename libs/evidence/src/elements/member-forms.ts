import { isDigest } from '../digest.js';

/** Checks the form of an element's member. */
export type MemberForm = (value: unknown) => boolean;

/** A member that an element must have. */
export interface Member {
  name: string;
  form: MemberForm;
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Members with their forms, in the order of a canonical text. */
export function membersOf<Content>(forms: Readonly<Record<keyof Content & string, MemberForm>>): Member[] {
  const members = Object.entries<MemberForm>(forms).map(([name, form]) => ({ name, form }));
  return members.sort((left, right) => (left.name < right.name ? -1 : 1));
}

/**
 * Whether a value is a time in the form that this service writes: ISO 8601, UTC, milliseconds. The day must exist:
 * `Date` alone would read 31 February as 3 March, and another program would not.
 */
export function isTimestamp(value: unknown): value is string {
  if (typeof value !== 'string' || !TIMESTAMP.test(value)) return false;
  const milliseconds = Date.parse(value);
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString() === value;
}

export const isText: MemberForm = (value) => typeof value === 'string';

/** A size of the log. */
export const isSize: MemberForm = (value) => value === 0 || isCount(value);

export const isCount: MemberForm = (value) => Number.isSafeInteger(value) && (value as number) > 0;

/** Either null or of the form. */
export function orNull(form: MemberForm): MemberForm {
  return (value) => value === null || form(value);
}

/** A list of texts that is not empty. */
export const isTextList: MemberForm = (value) =>
  Array.isArray(value) && value.length > 0 && value.every(isText);

/** The members of a reference to an authority's element. */
export const AUTHORITY_REFERENCE = { id: isText, version: isCount, digest: isDigest };

/** Whether a value is a reference to an authority's element, without other members. */
export const isAuthorityReference: MemberForm = (value) => {
  if (typeof value !== 'object' || value === null || Object.keys(value).length !== 3) return false;
  const { id, version, digest } = value as { id?: unknown; version?: unknown; digest?: unknown };
  return isText(id) && isCount(version) && isDigest(digest);
};
