import type { Service } from './service.ts';

const ISSUER = 'Debian';

interface Authority {
  id: string;
  issuer: string;
  state: string;
}

/** The id of the authority that Debian's packages are registered under: an earlier run's, or a new one. */
export async function findOrGrantAuthority(service: Service): Promise<string> {
  for (let cursor: string | null = ''; cursor !== null;) {
    const from: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { data: Authority[]; next_cursor: string | null } = await service.get(
      `/v1/authorities?limit=100${from}`,
    );
    const found = page.data.find(({ issuer, state }) => issuer === ISSUER && state === 'active');
    if (found !== undefined) return found.id;
    cursor = page.next_cursor;
  }
  const validUntil = new Date();
  validUntil.setUTCFullYear(validUntil.getUTCFullYear() + 10);
  const granted = await service.post<Authority>('/v1/authorities', {
    issuer: ISSUER,
    scope: ['packages'],
    valid_until: validUntil.toISOString(),
  });
  return granted.id;
}
