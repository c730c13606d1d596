import { hashChildrenBase64, sha256Base64 } from '#platform';

/** The Merkle tree of the answers that share a signature. RFC 6962, section 2.1. */
export interface AnswerTree {
  size: number;
  /** In base64. */
  root: string;
  /** Values of `Service-Evidence-Path` in the order of the answers. */
  paths: string[];
}

/**
 * The tree over the statements of one or more answers. Nodes are base64 texts, which the paths need anyway: a tree of
 * buffers costs more and measurably lowers the service's throughput.
 */
export function answerTree(statements: readonly string[]): AnswerTree {
  const rows = [statements.map((text) => sha256Base64(`\0${text}`))];
  for (let row = rows[0] as string[]; row.length > 1; row = rows[rows.length - 1] as string[]) {
    rows.push(parentsOf(row));
  }
  const size = statements.length;
  const paths = statements.map((_, index) => pathOf(index, size, rows));
  return { size, root: rows[rows.length - 1]?.[0] as string, paths };
}

/** At the right edge a node without a sibling rises unchanged. */
function parentsOf(row: readonly string[]): string[] {
  const parents: string[] = [];
  for (let at = 0; at < row.length; at += 2) {
    const left = row[at] as string;
    const right = row[at + 1];
    parents.push(right === undefined ? left : hashChildrenBase64(left, right));
  }
  return parents;
}

function pathOf(index: number, size: number, rows: readonly string[][]): string {
  let path = `${index}/${size}`;
  let at = index;
  for (const row of rows) {
    const sibling = row[at ^ 1];
    if (row.length > 1 && sibling !== undefined) path += `,${sibling}`;
    at >>= 1;
  }
  return path;
}
