/** A checkpoint of the log, as its public text says (C2SP tlog-checkpoint). */
export interface CheckpointText {
  origin: string;
  size: number;
  /** SHA-256, in base64. */
  root: string;
  /** Names of those who signed it: the log first, and witnesses. */
  signers: string[];
}

/** Parses a checkpoint without checking its signatures, which the Log page does; null if it is malformed. */
export function readCheckpoint(text: string): CheckpointText | null {
  const [body = '', signatures = ''] = text.split('\n\n');
  const [origin = '', size = '', root = ''] = body.split('\n');
  if (origin === '' || !/^\d{1,15}$/.test(size) || root === '') return null;
  const signers = signatures.split('\n').flatMap((line) => /^— (\S+) /.exec(line)?.[1] ?? []);
  return { origin, size: Number(size), root, signers };
}
