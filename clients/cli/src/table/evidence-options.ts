import type { Options } from './option.js';

/** By which a command names a policy. */
export const POLICY_OPTIONS = {
  policy: {
    type: 'string',
    value: 'FILE',
    says: 'a trust policy, signed or as other tools write it: the log, its witnesses, and the quorum',
  },
  pin: {
    type: 'string',
    value: 'FILE',
    says: 'remembers the key and the version of a signed policy; FILE.pin beside it, or policy.pin in --state',
  },
  fingerprint: {
    type: 'string',
    value: 'HEX',
    says: 'that the key of the policy must have; without it, the first use believes the key',
  },
  origin: {
    type: 'string',
    value: 'ORIGIN',
    says: 'the log that is meant, where the policy names several, or a key without a name',
  },
  'allow-expired': { type: 'boolean', says: 'goes on under a policy that has expired' },
} as const satisfies Options;

/** Of the commands that check evidence. */
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
    says: 'whose login pinned what is trusted, where neither --keys nor --policy is given',
  },
  request: { type: 'string', value: 'FILE', says: 'the body of the request that must have been answered' },
  nonce: { type: 'string', says: 'the Service-Nonce that must have been signed' },
  'max-age': {
    type: 'string',
    value: 'SECONDS',
    says: 'how old the answer may be; it takes witnesses, and entries where the log grew',
  },
  'clock-slack': {
    type: 'string',
    value: 'SECONDS',
    says: 'by how much two clocks may differ, 30 where it is not given',
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
    value: 'newest',
    says: 'that the log held nothing newer at the answer’s position, which only the entries prove',
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
