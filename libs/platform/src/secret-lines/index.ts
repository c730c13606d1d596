export { addSecretLines, removeSecretLines } from './change-secret-lines.js';
export { dependentsInWords, listSecretLines, requireDependedOn } from './dependents.js';
export { keysIn, readSecretLines } from './read-secret-lines.js';
export {
  PEPPERS,
  SEALING_KEYS,
  commandKeysOf,
  eventKeysOf,
  linesIn,
  makeSecretLine,
  pepperId,
  readLines,
  secretLinesFileOf,
  secretLinesSetting,
  type SecretLinesKind,
} from './secret-lines-file.js';
