import { environment, root } from './place.js';

const leaving = new AbortController();

/** Aborts the calls under way when the session ends: they would be refused. */
export const left = leaving.signal;

let isLoading = false;
/** Milliseconds after which a page load has failed or was stopped. */
const LOADED_AFTER = 10_000;

/**
 * Loads a page of the Console from the service, so that nothing that a session showed stays in memory. Until then, no
 * part of the page can send calls. Only the first of several calls loads: a refused call and another tab’s sign-out
 * may come together, and a second load would abort the first.
 * @param path from the Console’s root on.
 */
export function leaveFor(path: string): void {
  leaving.abort();
  if (isLoading) return;
  isLoading = true;
  setTimeout(() => (isLoading = false), LOADED_AFTER);
  location.replace(`${root}${path}`);
}

/** Milliseconds for the service to end the session. */
const PATIENCE = 10_000;
/** Channel on which tabs tell each other that their shared session has ended. */
const CHANNEL = `console-signed-out-${environment}`;

/** Ends the session and loads the first page, also in other tabs; the page shows whether the session has ended. */
export async function signOut(): Promise<void> {
  leaving.abort();
  // `keepalive`: the request survives a closed tab.
  const ending = { method: 'DELETE', keepalive: true, signal: AbortSignal.timeout(PATIENCE) };
  await fetch(`${root}/api/session`, ending).catch(() => undefined);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one
  new BroadcastChannel(CHANNEL).postMessage(null);
  leaveFor('/');
}

/** Leaves when another tab signs out, so that nothing of the session stays on the screen. */
export function followSignOut(): void {
  new BroadcastChannel(CHANNEL).addEventListener('message', () => leaveFor('/'));
}
