import type { Options } from './option.js';

/** Options by which a command names a policy. */
export const POLICY_OPTIONS = {
  policy: {
    type: 'string',
    value: 'FILE',
    says: 'a trust policy, signed or as other tools write it: the log, its witnesses, and the quorum',
  },
  pin: {
    type: 'string',
    value: 'FILE',
    says: 'file that stores the key and the version of a signed policy; default FILE.pin beside it, or policy.pin in --state',
  },
  fingerprint: {
    type: 'string',
    value: 'HEX',
    says: 'fingerprint that the key of the policy must have; without it, the first use trusts the key',
  },
  origin: {
    type: 'string',
    value: 'ORIGIN',
    says: 'the log, if the policy names several or a key without a name',
  },
  'allow-expired': { type: 'boolean', says: 'accepts an expired policy' },
} as const satisfies Options;

/** Options of the commands that check evidence. */
export const CHECK_OPTIONS = {
  keys: {
    type: 'string',
    value: 'FILE',
    says: `what is pinned: the document of GET /v1/log/<environment>/keys, to which
"witnesses": ["<vkey>", ...] and "quorum": <number> may be added. The quorum is all of them
where it is not given; half of them or fewer needs "weak_quorum": true`,
  },
  ...POLICY_OPTIONS,
  profile: {
    type: 'string',
    value: 'NAME',
    says: 'the login whose pins are used without --keys and --policy',
  },
  request: { type: 'string', value: 'FILE', says: 'the body of the request that must have been answered' },
  nonce: { type: 'string', says: 'the Service-Nonce that must have been signed' },
  'max-age': {
    type: 'string',
    value: 'SECONDS',
    says: 'maximum age of the answer; needs witnesses, and entries if the log grew',
  },
  'clock-slack': {
    type: 'string',
    value: 'SECONDS',
    says: 'seconds by which two clocks may differ, default 30',
  },
  witnesses: { type: 'string', value: 'N', says: 'how many of the pinned witnesses must have cosigned' },
  checkpoint: {
    type: 'string',
    value: 'FILE',
    says: `a checkpoint stored earlier, which must be of the same history; a bundle proves it that
was read with --from <size of the stored checkpoint>, and so do the entries`,
  },
  require: {
    type: 'string',
    multiple: true,
    value: 'newest|good',
    says: `newest: that the log held nothing newer at the answer’s position, which only the entries prove;
good: that the record is good, and not only the evidence`,
  },
  online: {
    type: 'string',
    value: 'URL',
    says: 'reads the log’s entries, as https://records.example/v1/log/production/',
  },
  entries: {
    type: 'string',
    value: 'FILE',
    says: `the log’s entry bundles from the first on, joined: what a bundle cannot show
(no later element, no slot twice, any earlier checkpoint) is checked with them`,
  },
  json: { type: 'boolean', says: 'the report as JSON' },
} as const satisfies Options;

/** Of `answer verify`. */
export const ANSWER_OPTIONS = {
  headers: { type: 'string', value: 'FILE', says: 'the headers of the answer, as curl -D writes them' },
  ...CHECK_OPTIONS,
} as const satisfies Options;
