import { propertyOf, reasonOf } from '@service/platform/errors';

/** Where a copy of the history is sent. */
export interface StreamReceiver {
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** Milliseconds for an answer. */
const TIMEOUT = 30_000;

/** Posts records, each a line of JSON. @throws Error where they are not acknowledged by a status of 2xx */
export async function postRecords(
  { url, headers }: StreamReceiver,
  records: readonly string[],
  stop: AbortSignal,
): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-ndjson' },
    body: `${records.join('\n')}\n`,
    redirect: 'manual',
    signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT)]),
  }).catch((error: unknown) => {
    // That of `fetch` says nothing; its cause names host and port, but not the URL, which may hold a secret.
    const reason = reasonOf(propertyOf(error, 'cause') ?? error);
    throw new Error(`The receiver of the history cannot be reached: ${reason}.`, { cause: error });
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`The receiver of the history answered ${answer.status}.`);
}
