export { loadSettings, SettingsError, type Settings } from './load-settings.js';
export { allowsLoopbackDeliveries } from './loopback-deliveries.js';
export type { WitnessSetting } from './setting-forms.js';
export { settingsMarkdown } from './settings-markdown.js';
