export { AddressRanges, normalAddress } from './address-ranges.js';
export { isLoopbackHost } from './loopback.js';
