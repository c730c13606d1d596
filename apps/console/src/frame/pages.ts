import type { IconName } from '../components/Icon.js';

/** The pages of the navigation. */
export const PAGES = [
  ['/', 'Overview', 'overview'],
  ['/verify', 'Verify', 'verify'],
  ['/records', 'Records', 'records'],
  ['/authorities', 'Authorities', 'authorities'],
  ['/credentials', 'Credentials', 'credentials'],
  ['/subscriptions', 'Subscriptions', 'subscriptions'],
  ['/events', 'Events', 'events'],
  ['/history', 'Activity', 'history'],
  ['/usage', 'Usage', 'usage'],
  ['/log', 'Log', 'log'],
  ['/system', 'System', 'system'],
  ['/team', 'Team', 'team'],
] as const satisfies readonly (readonly [string, string, IconName])[];
