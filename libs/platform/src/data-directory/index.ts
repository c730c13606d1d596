export { createDirectory } from './create-directory.js';
export { lockDataDirectory } from './lock-data-directory.js';
export { tryExclusiveLock, withExclusiveLock, type FileLock } from './file-lock.js';
export { readIfPresent, readOrCreateSecret, writeSecretFile } from './secret-file.js';
