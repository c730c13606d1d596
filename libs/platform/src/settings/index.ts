export { loadEnvironments, type EnvironmentSettings } from './environments.js';
export { loadSettings, SettingsError, type Settings } from './load-settings.js';
export { allowsLoopbackDeliveries } from './loopback-deliveries.js';
export { warnOfNearMisses } from './near-misses.js';
export { refuseOnCopy } from './restored-copy.js';
export { roleMap, type RoleMap } from './role-map.js';
export type { WitnessSetting } from './setting-forms.js';
export { settingsMarkdown } from './settings-markdown.js';
