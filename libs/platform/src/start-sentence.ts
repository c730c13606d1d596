import { propertyOf, reasonOf } from './error-reason.js';
import { DATABASE_OUTAGE, MACHINE_OUTAGE } from './outages.js';
import { DatabaseUnavailableError, reasonBehind } from './postgres/database-unavailable.js';
import { StartError } from './start-error.js';

/** Beginning and end of the sentence for an error of PostgreSQL or the operating system, by its code. */
const CAUSES: readonly (readonly [codes: readonly RegExp[], subject: string, advice: string])[] = [
  [
    [/^(?:42501|28...)$/],
    'The database refused a role',
    'DATABASE_OWNER_URL must name the owner, and DATABASE_URL_<APP> the role of that app.',
  ],
  [
    [/^(?:3F000|42P01|42703|42883)$/],
    'The database lacks what this release needs',
    'Run npm run migrate with DATABASE_OWNER_URL.',
  ],
  [
    [DATABASE_OUTAGE, /^(?:3D000|53400)$/],
    'The database failed',
    'DATABASE_OWNER_URL, DATABASE_URL or DATA_DIR names it.',
  ],
  [
    [MACHINE_OUTAGE, /^(?:EACCES|EPERM|EISDIR|ENOTDIR)$/],
    'A file cannot be used',
    'DATA_DIR and the settings that end with _FILE name files.',
  ],
];

/**
 * Why a start or a command failed: one sentence for the operator, which names the setting but no secret. Null for an
 * unexpected error, whose stack is needed.
 */
export function startSentence(error: unknown): string | null {
  if (error instanceof StartError) return error.message;
  const cause = reasonBehind(error);
  const code = String(propertyOf(cause, 'code'));
  const found = CAUSES.find(([codes]) => codes.some((each) => each.test(code)));
  if (found !== undefined) return `${found[1]}: ${reasonOf(cause)}. ${found[2]}`;
  if (!(error instanceof DatabaseUnavailableError)) return null;
  return `The database does not answer: ${reasonOf(cause)}. DATABASE_OWNER_URL or DATABASE_URL names it.`;
}

/**
 * Ends a command with the sentence of its error and exit code 1.
 * @throws the error where it is unexpected.
 */
export function endWithSentence(error: unknown): void {
  const sentence = startSentence(error);
  if (sentence === null) throw error;
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}
