import { parseArgs } from 'node:util';
import { ENVIRONMENTS, type Environment } from '@service/contracts';
import { KEY_CAUSES, KEY_PURPOSES, isTimestamp, type KeyCause, type KeyPurpose } from '@service/evidence';
import { StartError } from '@service/platform/errors';
import type { Compromise } from './key.decider.js';

/** An operator's command on the service's keys. */
export type OperatorCommand =
  | { word: 'list' }
  | { word: 'rotate'; purpose: KeyPurpose; only: Environment | undefined }
  | { word: 'retire'; keyId: string }
  | ({ word: 'revoke'; keyId: string; reason: string; cause: KeyCause } & Compromise);

const USAGE = `Use: npm run keys -- list
  rotate ${KEY_PURPOSES.join('|')} [environment]
  revoke <key id> --reason TEXT [--cause ceased|key_compromise] [--invalid-since ISO --tree-size N]
  retire <key id>
A checkpoint key is retired, once verifiers have the new one; the others are revoked.`;

/** An RFC 7638 thumbprint: SHA-256 as base64url. */
const KEY_ID = /^[\w-]{43}$/;

/**
 * Parses the words after the command.
 * @throws StartError where they are invalid.
 */
export function readKeyCommand(words: readonly string[]): OperatorCommand {
  const { values, positionals } = parse(words);
  const [word, object, third] = positionals;
  const { reason, cause, 'invalid-since': since, 'tree-size': size } = values;
  if (positionals.length > (word === 'rotate' ? 3 : word === 'list' ? 1 : 2)) throw new StartError(USAGE);
  if (word !== 'revoke' && (reason ?? cause ?? since ?? size) !== undefined) throw new StartError(USAGE);
  if (word === 'list') return { word };
  if (word === 'retire' && object !== undefined) return { word, keyId: object };
  if (word === 'rotate') return { word, purpose: purposeOf(object), only: environmentOf(third) };
  if (word !== 'revoke' || object === undefined || !reason) throw new StartError(USAGE);
  const compromise = { invalid_since: momentOf(since), invalid_from_size: sizeOf(size) };
  return { word, keyId: object, reason, cause: causeOf(cause), ...compromise };
}

function purposeOf(text: string | undefined): KeyPurpose {
  const purpose = KEY_PURPOSES.find((each) => each === text);
  if (purpose === undefined) throw new StartError(USAGE);
  return purpose;
}

function environmentOf(text: string | undefined): Environment | undefined {
  if (text === undefined) return undefined;
  const environment = ENVIRONMENTS.find((each) => each === text);
  if (environment === undefined) throw new StartError(`An environment is one of ${ENVIRONMENTS.join(', ')}.`);
  return environment;
}

function causeOf(text = 'ceased'): KeyCause {
  const cause = KEY_CAUSES.find((each) => each === text);
  if (cause === undefined) throw new StartError(`--cause must be one of ${KEY_CAUSES.join(', ')}.`);
  return cause;
}

function momentOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const moment = new Date(text);
  const normal = Number.isNaN(moment.getTime()) ? '' : moment.toISOString();
  if (!isTimestamp(normal)) {
    throw new StartError('--invalid-since must be a moment, like 2030-01-01T00:00:00.000Z.');
  }
  return normal;
}

function sizeOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,15}$/.test(text)) throw new StartError('--tree-size must be a size of the log, like 1234.');
  return Number(text);
}

function parse(words: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { reason: text, cause: text, 'invalid-since': text, 'tree-size': text };
  const [word = '', object = '', ...rest] = words;
  // One id in 64 begins with a dash, and `parseArgs` would take it for options.
  const args = KEY_ID.test(object) ? [word, ...rest, '--', object] : [...words];
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new StartError(USAGE, { cause: error });
  }
}
