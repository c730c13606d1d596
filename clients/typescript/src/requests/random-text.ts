/** 128 random bits in hex: a nonce or an idempotency key. Not `randomUUID`, which pages have only over https. */
export function randomText(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
