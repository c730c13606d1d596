import { useState } from 'react';
import { ApiError } from './api-error.js';

/** Something that is asked of the service and of the browser, such as a sign-in. */
export interface Asking {
  busy: boolean;
  error: ApiError | null;
  /** Does it, unless something is under way. */
  run(what: () => Promise<void>): void;
}

/** Follows what is asked by a form: whether it is under way, and what became of it. */
export function useAsking(): Asking {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const run = async (what: () => Promise<void>) => {
    setBusy(true);
    setError(null);
    try {
      await what();
    } catch (failure) {
      setError(asApiError(failure));
    } finally {
      setBusy(false);
    }
  };
  return { busy, error, run: (what) => void (busy || run(what)) };
}

/** Anything that was thrown, as an error that can be shown. */
export function asApiError(failure: unknown): ApiError {
  if (failure instanceof ApiError) return failure;
  const message = failure instanceof Error ? failure.message : String(failure);
  return new ApiError(0, { code: 'console.failed', message, request_id: null });
}
