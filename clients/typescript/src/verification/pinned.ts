import {
  EvidenceError,
  isSignedPolicy,
  openPolicy,
  parsePolicy,
  parseTrust,
  policyFingerprint,
  trustOfPolicy,
  trustOfSignedPolicy,
  type PinnedPolicy,
  type Trust,
} from '@service/evidence';

/** The log by its keys, and the witnesses whose cosignatures count. The log proves every other key. */
export interface PinnedKeys {
  /** The log's verifier key, or several of them during a rotation. */
  vkey: string | readonly string[];
  /** Verifier keys of witnesses. */
  witnesses?: readonly string[];
  /** How many of the witnesses must have cosigned; default: all of them. */
  quorum?: number;
}

/** The document of `GET /v1/log/<environment>/keys`, read once, to which you may add `witnesses` and `quorum`. */
export interface PinnedDocument {
  keys: string | object;
}

/** A trust policy. A signed one needs the fingerprint of its key, which you got elsewhere than from the service. */
export interface PinnedTrustPolicy {
  policy: string;
  fingerprint?: string;
  /** The policy that you accepted last: an older one is refused. */
  accepted?: PinnedPolicy;
  /** Origin of the log; required if the policy names several logs. */
  origin?: string;
}

/** The trust that you set beforehand: in one of three forms, or as read by `parseTrust` or `trustOfSignedPolicy`. */
export type Pinned = (PinnedKeys | PinnedDocument | PinnedTrustPolicy | { trust: Trust }) & {
  /** How far the two clocks may differ, in seconds; default 30. */
  clockSlackSeconds?: number;
  /**
   * Maximum age of a log's cosignatures from which a key is accepted, in whole seconds; default 86,400, a day. Without
   * a limit, the holder of a revoked key could show a log from before the revocation. It needs pinned witnesses,
   * because only they prove a time.
   */
  maxLogAgeSeconds?: number;
  /** Your time; default: the platform's clock. */
  now?: () => Date;
};

const FORMS = ['vkey', 'keys', 'policy', 'trust'];

/**
 * Reads the trust from its pinned form.
 * @throws EvidenceError `trust.malformed` or `policy.*` where it cannot be used.
 */
export function trustOf(pinned: Pinned): Trust {
  const what = Object.entries(pinned).find(([name, value]) => FORMS.includes(name) && !value);
  // A missing setting must not count as a pin.
  if (what !== undefined) throw new EvidenceError('trust.malformed', `The pinned ${what[0]} is empty.`);
  if ('trust' in pinned) return pinned.trust;
  if ('policy' in pinned) return trustOfPinnedPolicy(pinned);
  if ('keys' in pinned) {
    return parseTrust(typeof pinned.keys === 'string' ? pinned.keys : JSON.stringify(pinned.keys));
  }
  const { vkey, witnesses, quorum } = pinned;
  const vkeys = [vkey].flat();
  // A verifier key is `<origin>+<hash>+<key>`, and no origin has a plus in it (C2SP signed-note).
  const origin = vkeys[0]?.split('+')[0] ?? '';
  return parseTrust(JSON.stringify({ log: { origin, vkeys }, witnesses, quorum }));
}

function trustOfPinnedPolicy({ policy, fingerprint, accepted, origin: named }: PinnedTrustPolicy): Trust {
  const origin = named ?? null;
  if (!isSignedPolicy(policy)) {
    if (fingerprint === undefined && accepted === undefined)
      return trustOfPolicy(parsePolicy(policy), origin);
    throw new EvidenceError('policy.unsigned', 'The policy is not signed.');
  }
  if (fingerprint === undefined && accepted === undefined) {
    throw new EvidenceError('policy.unsigned', 'A signed policy needs the fingerprint of its key.');
  }
  const signed = openPolicy(policy, accepted ?? null);
  const own = policyFingerprint(signed.key);
  if (fingerprint !== undefined && own !== fingerprint) {
    throw new EvidenceError('policy.unsigned', `The key of the policy has the fingerprint ${own}.`);
  }
  return trustOfSignedPolicy(signed, origin);
}
