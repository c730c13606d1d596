export { assembleBundle, keysOfBundle, type BundleParts, type ProvenPlace } from './assemble-bundle.js';
export { BUNDLE_FORMAT, type BundledAnswer, type BundledConsistency, type EvidenceBundle } from './bundle.js';
export { allPlaces, placeName, recordPlaces } from './order.js';
export { readBundle } from './read-bundle.js';
