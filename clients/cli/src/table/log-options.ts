import { POLICY_OPTIONS } from './evidence-options.js';
import type { Options } from './option.js';

/** Of `log monitor`. */
export const MONITOR_OPTIONS = {
  url: { type: 'string', value: 'URL', says: 'the log, as https://records.example/v1/log/production/' },
  vkey: {
    type: 'string',
    multiple: true,
    value: 'VKEY',
    says: 'public key of the log; two while it changes its key',
  },
  witness: { type: 'string', multiple: true, value: 'VKEY', says: 'public key of a witness' },
  quorum: {
    type: 'string',
    value: 'N',
    says: 'how many of them must have cosigned, default all',
  },
  'weak-quorum': {
    type: 'boolean',
    says: 'allows a quorum of half of them or fewer, with which two readers may see two logs',
  },
  ...POLICY_OPTIONS,
  records: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    says: 'bundles or elements that the log must hold',
  },
  answers: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    says: 'bundles, or answers as {"body": ..., "as_of": "..."}',
  },
  state: { type: 'string', value: 'DIR', says: 'directory for every checkpoint and entry that it saw' },
  once: {
    type: 'boolean',
    says: 'looks once, and exits with 1 where anything is wrong, or the log has more to read than one look reads',
  },
  interval: { type: 'string', value: 'SECONDS', says: 'seconds between two looks, default 10' },
  patience: {
    type: 'string',
    value: 'SECONDS',
    says: 'seconds that the log may be unavailable or not cosigned, default 60, with --once 10',
  },
  silent: {
    type: 'string',
    value: 'SECONDS',
    says: 'maximum age of the cosignatures in seconds, default 300',
  },
  'clock-slack': {
    type: 'string',
    value: 'SECONDS',
    says: 'seconds by which two clocks may differ, default 30',
  },
  json: { type: 'boolean', says: 'each finding as a line of JSON on standard output' },
} as const satisfies Options;

/** Of `history verify`. */
export const COPY_OPTIONS = {
  state: {
    type: 'string',
    value: 'DIR',
    says: 'directory of rvs log monitor, whose log must have each of the seals, and none after them',
  },
  json: { type: 'boolean', says: 'each finding, and then what the copy holds, as a line of JSON' },
} as const satisfies Options;

/** Of `log witness`. */
export const WITNESS_OPTIONS = {
  'log-vkey': {
    type: 'string',
    multiple: true,
    value: 'VKEY',
    says: 'public key of a log; several for several logs, or for a log that changes its key',
  },
  key: { type: 'string', value: 'FILE', says: 'the witness’s private key, created at the first start' },
  state: {
    type: 'string',
    value: 'DIR',
    says: 'directory for the last cosigned checkpoint; a witness that loses it needs another key',
  },
  name: {
    type: 'string',
    value: 'NAME',
    says: 'name under which it cosigns; fixed at the first start',
  },
  port: {
    type: 'string',
    value: 'N',
    says: 'port of add-checkpoint, default 8100; 0 for any free one',
  },
  host: { type: 'string', value: 'ADDRESS', says: 'address to listen on, default 127.0.0.1' },
} as const satisfies Options;

/** Of `policy sign`. */
export const SIGN_OPTIONS = {
  keys: {
    type: 'string',
    value: 'FILE',
    says: 'the document of GET /v1/log/<environment>/keys: the keys of the log',
  },
  witness: { type: 'string', multiple: true, value: 'VKEY', says: 'public key of a witness' },
  quorum: {
    type: 'string',
    value: 'N',
    says: 'how many of the witnesses must have cosigned, default more than half',
  },
  policy: { type: 'string', value: 'FILE', says: 'a policy file instead of these' },
  name: {
    type: 'string',
    value: 'NAME',
    says: 'name of a new policy key, with --policy',
  },
  key: {
    type: 'string',
    value: 'FILE',
    says: 'the policy’s private keys, created at the first use; keep them away from the service',
  },
  'new-key': { type: 'boolean', says: 'creates another key, which signs beside the earlier ones' },
  days: { type: 'string', value: 'N', says: 'days until the policy expires, default 365' },
  out: {
    type: 'string',
    value: 'FILE',
    says: 'file of the signed policy; an existing one is replaced by the next version',
  },
} as const satisfies Options;

/** Of `mcp`. */
export const MCP_OPTIONS = {
  keys: {
    type: 'string',
    value: 'FILE',
    says: 'pinned keys: the document of GET /v1/log/<environment>/keys; otherwise those of the login',
  },
  url: {
    type: 'string',
    value: 'URL',
    says: 'the service’s endpoint; otherwise that of the profile, or http://127.0.0.1:3000/mcp',
  },
  'token-file': {
    type: 'string',
    value: 'FILE',
    says: `the credential’s token, or an access token (OAuth); otherwise SERVICE_TOKEN, then the profile.
No argument holds a token: other users of the machine can read arguments`,
  },
  profile: { type: 'string', value: 'NAME', says: 'the login whose address, token and pins are used' },
} as const satisfies Options;
