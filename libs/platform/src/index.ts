export { AddressRanges, normalAddress } from './addresses/address-ranges.js';
export { startAdminServer, type AdminServer, type AdminServerOptions } from './admin/admin-server.js';
export { Health, type ReadinessCheck } from './admin/health.js';
export { createMetrics, type GaugeDefinition, type GaugeSample, type Metrics } from './admin/metrics.js';
export { createDirectory } from './data-directory/create-directory.js';
export { lockDataDirectory } from './data-directory/lock-data-directory.js';
export { tryExclusiveLock, type FileLock } from './data-directory/file-lock.js';
export { readIfPresent, readOrCreateSecret, writeSecretFile } from './data-directory/secret-file.js';
export * from './days.js';
export { createLogger, type Logger } from './logging/create-logger.js';
export type { LogLevel } from './logging/log-level.js';
export { connectDatabases, openDatabases, requireDatabase, type Databases } from './postgres/databases.js';
export {
  startEmbeddedServer,
  type EmbeddedServer,
  type EmbeddedServerOptions,
} from './postgres/embedded-server.js';
export { withClient } from './postgres/client.js';
export { runMigrations, type MigrationOptions } from './postgres/migrations.js';
export { measureOldestTransaction, oldestTransactionAge } from './postgres/oldest-transaction.js';
export { createPool, type PoolOptions } from './postgres/pool.js';
export { loadSettings, SettingsError, type Settings } from './settings/load-settings.js';
export type { WitnessSetting } from './settings/setting-forms.js';
export { settingsMarkdown } from './settings/settings-markdown.js';
export { StartError } from './start-error.js';
export { Batcher, type BatcherOptions } from './batching/batcher.js';
export { DatabaseUnavailableError } from './postgres/database-unavailable.js';
export { SerialByKey } from './batching/serial-by-key.js';
export { forEachEnvironment, type CommandTarget } from './commands/for-each-environment.js';
export { isAlive } from './postgres/postmaster-file.js';
export { waitFor } from './wait-for.js';
export { servedAt } from './commands/served-at.js';
export { welcome, type StartedService } from './commands/welcome.js';
export { causeOf, reasonOf } from './error-reason.js';
export { inTime, withinTime } from './rounds/in-time.js';
export { Pause } from './rounds/pause.js';
export { Rounds } from './rounds/rounds.js';
export { Trouble } from './rounds/trouble.js';
export { readSigningKeys } from './signing-keys/read-signing-keys.js';
export { placeOf, signingKeysFileOf, type SigningKeysFile } from './signing-keys/signing-keys-file.js';
export { countBySealingKey, requireSealingKeys } from './sealing/dependent-subscriptions.js';
export { keysIn, readSealingKeys } from './sealing/read-sealing-keys.js';
export { SealingKey } from './sealing/sealing-key.js';
export { SealError, SealingKeys } from './sealing/sealing-keys.js';
export { addSecretLines, removeSecretLines } from './secret-lines/change-secret-lines.js';
export { dependentsInWords, listSecretLines, requireDependedOn } from './secret-lines/dependents.js';
export { readSecretLines } from './secret-lines/read-secret-lines.js';
export { PEPPERS, SEALING_KEYS, linesIn, secretLinesFileOf } from './secret-lines/secret-lines-file.js';
export { changeSigningKeys } from './signing-keys/change-signing-keys.js';
