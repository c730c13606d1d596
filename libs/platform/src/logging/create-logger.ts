import { pino, stdTimeFunctions, type DestinationStream, type Logger as PinoLogger } from 'pino';

import type { LogLevel } from './log-level.js';

/** Writes structured lines, as in `logger.info({ recordId }, 'registered')`. */
export type Logger = PinoLogger;

const secretKeys = [
  'authorization',
  'Authorization',
  'cookie',
  '["set-cookie"]',
  'password',
  'pepper',
  'secret',
  'token',
];

const redacted = '[redacted]';

/**
 * Writes JSON lines of at least a level, with the level as a word and times in ISO 8601, to standard error by default. It replaces
 * secrets: values of well-known keys down to the third level, and in any text bearer tokens, passwords in URLs
 * and secrets of subscriptions.
 */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      redact: { paths: secretKeys.flatMap(toThirdLevel), censor: redacted },
      hooks: { streamWrite: withoutSecrets },
    },
    destination ?? pino.destination({ fd: 2, sync: true }),
  );
}

function toThirdLevel(key: string): string[] {
  const member = key.startsWith('[') ? key : `.${key}`;
  return [key, `*${member}`, `*.*${member}`];
}

// A library's error message may contain a URL or a header with a secret.
function withoutSecrets(line: string): string {
  return line
    .replaceAll(/(:\/\/[^:@/\s"]*:)[^@/\s"]+@/g, `$1${redacted}@`)
    .replaceAll(/\b(Bearer) +[^\s"\\]+/gi, `$1 ${redacted}`)
    .replaceAll(/\b(whsec_)[A-Za-z0-9+/_-]+=*/g, `$1${redacted}`);
}
