import { useState } from 'react';
import { ApiError } from './api-error.js';

/** An asynchronous action of the service or the browser, such as a sign-in. */
export interface Asking {
  busy: boolean;
  error: ApiError | null;
  /** Runs the action unless one is running. */
  run(what: () => Promise<void>): void;
}

/** The state of a form's action: whether it is running, and its error. */
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

/** Converts anything thrown to an error that can be shown. */
export function asApiError(failure: unknown): ApiError {
  if (failure instanceof ApiError) return failure;
  const message = failure instanceof Error ? failure.message : String(failure);
  return new ApiError(0, { code: 'console.failed', message, request_id: null });
}
