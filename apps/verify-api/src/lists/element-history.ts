import { renderElement, type SignedElement } from '@service/evidence';
import type { ListCursors } from '../interface/inputs/cursors.js';
import type { Page, PageQuery } from '../interface/inputs/pagination.js';

/** The reason of a transition, which its element holds the digest of. */
interface ShownReason {
  sequence: number;
  reason: string;
  salt: string;
}

/**
 * A reason as it is stored beside its element. Without its salt nobody can check it; only a row that was tampered with
 * has a reason and no salt.
 */
export interface StoredReason {
  sequence: number;
  reason: string | null;
  salt: string | null;
}

/**
 * A page of a subject's elements, oldest first, with the reasons that are stored beside them.
 * @param elements all of them in their order.
 * @param reasonsOf the reasons of those on the page.
 */
export async function historyPage<Content extends { sequence: number }, Shown extends Content>(
  cursors: ListCursors,
  { limit, cursor }: PageQuery,
  elements: readonly SignedElement<Content>[],
  reasonsOf: (sequences: readonly number[]) => readonly StoredReason[] | Promise<readonly StoredReason[]>,
): Promise<Page<Shown> & { reasons: ShownReason[] }> {
  const after = cursors.number(cursor) ?? 0;
  const page = cursors.page(
    elements.slice(after, after + limit + 1),
    limit,
    ({ content }) => content.sequence,
    (element) => JSON.parse(renderElement(element, element.signature)) as Shown,
  );
  const stored = await reasonsOf(page.data.map(({ sequence }) => sequence));
  const reasons = stored.flatMap(({ sequence, reason, salt }) =>
    reason === null || salt === null ? [] : [{ sequence, reason, salt }],
  );
  return { ...page, reasons };
}
