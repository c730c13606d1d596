import type { CredentialSnapshot } from '@service/contracts';
import { AddressRanges } from '@service/platform/addresses';

const known = new WeakMap<object, AddressRanges>();

/**
 * Whether a credential may be used from an address; its ranges are taken apart once.
 * @param address as `clientAddress` answers it.
 */
export function mayComeFrom(credential: Pick<CredentialSnapshot, 'allowed_ips'>, address: string): boolean {
  const { allowed_ips } = credential;
  if (allowed_ips === null) return true;
  let ranges = known.get(credential);
  if (ranges === undefined) {
    ranges = AddressRanges.read(allowed_ips);
    known.set(credential, ranges);
  }
  return ranges.has(address);
}
