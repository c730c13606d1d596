import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** The apps that own events, and those that answer requests from them. */
export const OWNERS = ['credential-authority', 'record-store', 'webhook-dispatcher'] as const;
export const GATEWAYS = ['verify-api'] as const;

export const APPS = [...OWNERS, ...GATEWAYS] as const;
export type App = (typeof APPS)[number];

/** The file that runs an app as a process, in this checkout or in another folder with `dist`. */
export function mainFile(app: App, folder = ROOT): string {
  return join(folder, 'dist', app, 'main.js');
}
