import { Injectable } from '@nestjs/common';
import { UnavailableError, type KeySnapshot } from '@service/contracts';
import { KeyRing, MERGE_DELAY_SECONDS, formatVerifierKey, logKey } from '@service/evidence';
import type { Answer } from '../interface/schemas/schemas.js';
import { GatewayViews } from '../views/gateway-views.js';

/** Reads the public keys of the environment. */
@Injectable()
export class ReadKeys {
  constructor(
    private readonly views: GatewayViews,
    private readonly ring: KeyRing,
  ) {}

  /** @throws ServiceError `service.unavailable` while the view is too far behind, or the log has no position yet. */
  execute(): Answer<'KeySet'> {
    const { directory, freshness, heads } = this.views;
    freshness.directory.require();
    const { origin } = heads;
    if (origin === null) throw new UnavailableError({ cause: 'log_head_missing' });
    const published = [...directory.publishedKeys()].map(({ snapshot }) => snapshot);
    return keySetOf(published, this.ring, origin);
  }
}

/** A public key (RFC 7517, RFC 8037) with its purpose and validity. */
type PublicJwk = Answer<'KeySet'>['keys'][number];

/**
 * The JWK Set of the published keys and of the keys that sign the log's checkpoints now, with those that did so before.
 * @param origin of the log; its keys sign under this name.
 */
function keySetOf(published: Iterable<KeySnapshot>, ring: KeyRing, origin: string): Answer<'KeySet'> {
  const keys = [...published].map((key) => {
    const { purpose, state, published_at, revoked_at, invalid_since } = key;
    return jwkOf(key.key_id, key.public_key, { purpose, state, published_at, revoked_at, invalid_since });
  });
  const signing = ring.all('checkpoint');
  const checkpoint = signing.map(({ keyId, publicKey, createdAt }) =>
    jwkOf(keyId, publicKey, {
      purpose: 'checkpoint',
      state: 'active',
      published_at: createdAt,
      revoked_at: null,
      invalid_since: null,
    }),
  );
  const vkeyOf = (key: { publicKey: string }) => formatVerifierKey(logKey(origin, key));
  const retired = ring.retired.map((key) => ({
    vkey: vkeyOf(key),
    tree_size: key.treeSize,
    retired_at: key.retiredAt,
  }));
  const log = { origin, vkeys: signing.map(vkeyOf), retired, merge_delay: MERGE_DELAY_SECONDS };
  return { keys: [...keys, ...checkpoint], log };
}

type Validity = Pick<PublicJwk, 'purpose' | 'state' | 'published_at' | 'revoked_at' | 'invalid_since'>;

function jwkOf(kid: string, x: string, validity: Validity): PublicJwk {
  return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'Ed25519', use: 'sig', ...validity };
}
