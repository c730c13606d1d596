import { useSyncExternalStore } from 'react';
import { isBundle } from './evidence-view.js';
import { verifier } from './verifier.js';

/** A file that was opened: a bundle with its bytes, or a document of which only the digest is known. */
export type OpenedFile =
  { kind: 'bundle'; file: string; bytes: Uint8Array } | { kind: 'digest'; file: string; digest: string };

/** Bytes of a bundle at most; a larger file is a document. */
const BUNDLE_AT_MOST = 32_000_000;

let opened: OpenedFile | null = null;
const listeners = new Set<() => void>();

/** Hands a file to the page that verifies; null for none. */
export function openFile(file: OpenedFile | null): void {
  opened = file;
  for (const listener of listeners) listener();
}

export function useOpenedFile(): OpenedFile | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => opened,
  );
}

/** Reads a bundle, or the digest of another file. */
export async function readFile(file: File): Promise<OpenedFile> {
  if (file.size <= BUNDLE_AT_MOST) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (isBundle(new TextDecoder().decode(bytes))) return { kind: 'bundle', file: file.name, bytes };
  }
  const { digest } = await verifier('digest', { file });
  return { kind: 'digest', digest, file: file.name };
}
