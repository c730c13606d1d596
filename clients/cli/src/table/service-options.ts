import { flag, text, type Options } from './option.js';

/** Options of every command that calls a service. */
export const SERVICE_OPTIONS = {
  profile: text('NAME', 'the login that is used; otherwise RVS_PROFILE, or the current one'),
  url: text('URL', 'the service; otherwise SERVICE_URL, or the profile’s'),
  'token-file': text(
    'FILE',
    'the token; otherwise SERVICE_TOKEN, or the profile’s. No argument holds a token',
  ),
  'no-verify': flag('accepts answers without checking their signatures'),
  json: flag('prints JSON on a terminal too: one document, or each item of a list on a line'),
} satisfies Options;

/** Options of every command that changes something. */
export const WRITE_OPTIONS = {
  ...SERVICE_OPTIONS,
  yes: flag('does not ask before a change in production'),
} satisfies Options;

/** Of every list. */
export const LIST_OPTIONS = {
  ...SERVICE_OPTIONS,
  limit: text('N', 'most items, default 100'),
  all: flag('every item'),
  cursor: text('CURSOR', 'continues where an earlier call ended'),
} satisfies Options;
