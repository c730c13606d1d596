import { randomBytes } from 'node:crypto';

/** A record to register, unlike any other. */
export function newRecord(): object {
  return {
    authority_id: 'aut_example',
    origin: 'https://registry.example/bench',
    content_digest: `sha256:${randomBytes(32).toString('hex')}`,
    external_id: `bench/${randomBytes(12).toString('hex')}`,
  };
}
