import { POLICY_OPTIONS } from './evidence-options.js';
import { flag, text, texts, type Options } from './option.js';

/** Of `log monitor`. */
export const MONITOR_OPTIONS = {
  url: text('URL', 'the log, as https://records.example/v1/log/production/'),
  vkey: texts('VKEY', 'public key of the log; two while it changes its key'),
  witness: texts('VKEY', 'public key of a witness'),
  quorum: text('N', 'how many of them must have cosigned, default all'),
  'weak-quorum': flag('allows a quorum of half of them or fewer, with which two readers may see two logs'),
  ...POLICY_OPTIONS,
  records: texts('FILE', 'bundles or elements that the log must hold'),
  answers: texts('FILE', 'bundles, or answers as {"body": ..., "as_of": "..."}'),
  state: text('DIR', 'directory for every checkpoint and entry that it saw'),
  once: flag(
    'looks once, and exits with 1 where anything is wrong, or the log has more to read than one look reads',
  ),
  interval: text('SECONDS', 'seconds between two looks, default 10'),
  patience: text(
    'SECONDS',
    'seconds that the log may be unavailable or not cosigned, default 60, with --once 10',
  ),
  silent: text('SECONDS', 'maximum age of the cosignatures in seconds, default 300'),
  'clock-slack': text('SECONDS', 'seconds by which two clocks may differ, default 30'),
  json: flag('each finding as a line of JSON on standard output'),
} satisfies Options;

/** Of `history verify`. */
export const COPY_OPTIONS = {
  state: text(
    'DIR',
    'directory of rvs log monitor, whose log must have each of the seals, and none after them',
  ),
  json: flag('each finding, and then what the copy holds, as a line of JSON'),
} satisfies Options;

/** Of `log witness`. */
export const WITNESS_OPTIONS = {
  'log-vkey': texts(
    'VKEY',
    'public key of a log; several for several logs, or for a log that changes its key',
  ),
  key: text('FILE', 'the witness’s private key, created at the first start'),
  state: text('DIR', 'directory for the last cosigned checkpoint; a witness that loses it needs another key'),
  name: text('NAME', 'name under which it cosigns; fixed at the first start'),
  port: text('N', 'port of add-checkpoint, default 8100; 0 for any free one'),
  host: text('ADDRESS', 'address to listen on, default 127.0.0.1'),
} satisfies Options;

/** Of `policy sign`. */
export const SIGN_OPTIONS = {
  keys: text('FILE', 'the document of GET /v1/log/<environment>/keys: the keys of the log'),
  witness: texts('VKEY', 'public key of a witness'),
  quorum: text('N', 'how many of the witnesses must have cosigned, default more than half'),
  policy: text('FILE', 'a policy file instead of these'),
  name: text('NAME', 'name of a new policy key, with --policy'),
  key: text('FILE', 'the policy’s private keys, created at the first use; keep them away from the service'),
  'new-key': flag('creates another key, which signs beside the earlier ones'),
  days: text('N', 'days until the policy expires, default 365'),
  out: text('FILE', 'file of the signed policy; an existing one is replaced by the next version'),
} satisfies Options;

/** Of `mcp`. */
export const MCP_OPTIONS = {
  keys: text(
    'FILE',
    'pinned keys: the document of GET /v1/log/<environment>/keys; otherwise those of the login',
  ),
  url: text('URL', 'the service’s endpoint; otherwise that of the profile, or http://127.0.0.1:3000/mcp'),
  'token-file': text(
    'FILE',
    `the credential’s token, or an access token (OAuth); otherwise SERVICE_TOKEN, then the profile.
No argument holds a token: other users of the machine can read arguments`,
  ),
  profile: text('NAME', 'the login whose address, token and pins are used'),
} satisfies Options;
