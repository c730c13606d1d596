export {
  assembleBundle,
  earlierSizeOf,
  keysOfBundle,
  type BundleParts,
  type ProvenPlace,
} from './assemble-bundle.js';
export { BUNDLE_FORMAT, type BundledAnswer, type BundledConsistency, type EvidenceBundle } from './bundle.js';
export { readBundle } from './read-bundle.js';
