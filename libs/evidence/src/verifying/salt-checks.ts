import type { SubjectChain } from './chains.js';
import { CheckFailed, Passed } from './checklist.js';

/** 16 bytes in base64url, of which the last digit holds two bits. */
const SALT = /^[\w-]{21}[AQgw]$/;

/** Whether a text can be a salt. */
export function isSalt(text: string): boolean {
  return SALT.test(text);
}

/** Every element has its own salt: a reader of one element could otherwise compute the next slot of another subject. */
export function checkSalts(chains: readonly SubjectChain<{ salt: string }>[]): Passed<null> {
  const seen = new Map<string, string>();
  for (const { elements, subjectId } of chains) {
    for (const [index, { content, digest }] of elements.entries()) {
      const about = `element ${index + 1} of ${subjectId}`;
      if (!isSalt(content.salt)) throw new CheckFailed('its salt is not 16 bytes long', about);
      // A batch may show a record twice.
      if ((seen.get(content.salt) ?? digest) !== digest) {
        throw new CheckFailed('its salt is that of another element', about);
      }
      seen.set(content.salt, digest);
    }
  }
  return new Passed(null, `${seen.size} salts`);
}
