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
    says: 'how many of them must have cosigned; all where it is not given',
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
  state: { type: 'string', value: 'DIR', says: 'every checkpoint and entry that it saw; its own' },
  once: {
    type: 'boolean',
    says: 'looks once, and exits with 1 where anything is wrong, or the log has more to read than one look reads',
  },
  interval: { type: 'string', value: 'SECONDS', says: 'from one look to the next, 10 where it is not given' },
  patience: {
    type: 'string',
    value: 'SECONDS',
    says: 'that the log may be away or not cosigned, 60 where it is not given; with --once 10',
  },
  silent: {
    type: 'string',
    value: 'SECONDS',
    says: 'that the cosignatures may be old, 300 where it is not given',
  },
  'clock-slack': {
    type: 'string',
    value: 'SECONDS',
    says: 'that two clocks may differ, 30 where it is not given',
  },
  json: { type: 'boolean', says: 'each finding as a line of JSON on standard output' },
} as const satisfies Options;

/** Of `log witness`. */
export const WITNESS_OPTIONS = {
  'log-vkey': {
    type: 'string',
    multiple: true,
    value: 'VKEY',
    says: 'public key of a log; several for several logs, or for a log that changes its key',
  },
  key: { type: 'string', value: 'FILE', says: 'the witness’s private key, made at the first start' },
  state: {
    type: 'string',
    value: 'DIR',
    says: 'what was cosigned last; a witness that loses it must take another key',
  },
  name: {
    type: 'string',
    value: 'NAME',
    says: 'under which it cosigns; chosen at the first start, and stays',
  },
  port: {
    type: 'string',
    value: 'N',
    says: 'port of add-checkpoint, 8100 where it is not given; 0 takes any free one',
  },
  host: { type: 'string', value: 'ADDRESS', says: 'address to listen on, 127.0.0.1 where it is not given' },
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
    says: 'how many of the witnesses must have cosigned; more than half where it is not given',
  },
  policy: { type: 'string', value: 'FILE', says: 'a policy file instead of these' },
  name: {
    type: 'string',
    value: 'NAME',
    says: 'under which the policy’s key signs, where --policy is given and the key is new',
  },
  key: {
    type: 'string',
    value: 'FILE',
    says: 'the policy’s private keys, made at the first use; keep them away from the service',
  },
  'new-key': { type: 'boolean', says: 'makes a new key, which signs beside the earlier ones' },
  days: { type: 'string', value: 'N', says: 'days until the policy expires, 365 where it is not given' },
  out: {
    type: 'string',
    value: 'FILE',
    says: 'the signed policy; one that is there is replaced by the next version',
  },
} as const satisfies Options;

/** Of `mcp`. */
export const MCP_OPTIONS = {
  keys: {
    type: 'string',
    value: 'FILE',
    says: 'what is pinned: the document of GET /v1/log/<environment>/keys; otherwise what login pinned',
  },
  url: {
    type: 'string',
    value: 'URL',
    says: 'the service’s endpoint; of the profile, or http://127.0.0.1:3000/mcp',
  },
  'token-file': {
    type: 'string',
    value: 'FILE',
    says: `the credential’s token, or an access token (OAuth); otherwise SERVICE_TOKEN, then the profile.
No argument holds a token: other users of the machine can read arguments`,
  },
  profile: { type: 'string', value: 'NAME', says: 'the login whose address, token and pins are used' },
} as const satisfies Options;
