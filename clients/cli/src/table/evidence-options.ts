import { flag, text, texts, type Options } from './option.js';

/** Options by which a command names a policy. */
export const POLICY_OPTIONS = {
  policy: text(
    'FILE',
    'a trust policy, signed or as other tools write it: the log, its witnesses, and the quorum',
  ),
  pin: text(
    'FILE',
    'file that stores the key and the version of a signed policy; default FILE.pin beside it, or policy.pin in --state',
  ),
  fingerprint: text(
    'HEX',
    'fingerprint that the key of the policy must have; without it, the first use trusts the key',
  ),
  origin: text('ORIGIN', 'the log, if the policy names several or a key without a name'),
  'allow-expired': flag('accepts an expired policy'),
} satisfies Options;

/** Options of the commands that check evidence. */
export const CHECK_OPTIONS = {
  keys: text(
    'FILE',
    `what is pinned: the document of GET /v1/log/<environment>/keys, to which
"witnesses": ["<vkey>", ...] and "quorum": <number> may be added. The quorum is all of them
where it is not given; half of them or fewer needs "weak_quorum": true`,
  ),
  ...POLICY_OPTIONS,
  profile: text('NAME', 'the login whose pins are used without --keys and --policy'),
  request: text('FILE', 'the body of the request that must have been answered'),
  nonce: { type: 'string', says: 'the Service-Nonce that must have been signed' },
  'max-age': text('SECONDS', 'maximum age of the answer; needs witnesses, and entries if the log grew'),
  'clock-slack': text('SECONDS', 'seconds by which two clocks may differ, default 30'),
  witnesses: text('N', 'how many of the pinned witnesses must have cosigned'),
  checkpoint: text(
    'FILE',
    `a checkpoint stored earlier, which must be of the same history; a bundle proves it that
was read with --from <size of the stored checkpoint>, and so do the entries`,
  ),
  require: texts(
    'newest|good',
    `newest: that the log held nothing newer at the answer’s position, which only the entries prove;
good: that the record is good, and not only the evidence`,
  ),
  online: text('URL', 'reads the log’s entries, as https://records.example/v1/log/production/'),
  entries: text(
    'FILE',
    `the log’s entry bundles from the first on, joined: what a bundle cannot show
(no later element, no slot twice, any earlier checkpoint) is checked with them`,
  ),
  json: flag('the report as JSON'),
} satisfies Options;

/** Of `answer verify`. */
export const ANSWER_OPTIONS = {
  headers: text('FILE', 'the headers of the answer, as curl -D writes them'),
  ...CHECK_OPTIONS,
} satisfies Options;
