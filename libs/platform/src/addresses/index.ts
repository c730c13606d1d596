export { AddressRanges, networkOf, normalAddress } from './address-ranges.js';
export { isLoopbackHost } from './loopback.js';
export { isPortTaken, portTaken } from './is-port-taken.js';
