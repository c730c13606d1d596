import { Fragment, useState, type ReactNode } from 'react';
import { Button } from './Button.js';

export interface CursorPage {
  /** Cursor of the page; undefined for the first one. */
  cursor: string | undefined;
  /** Renders “Load more” on the last loaded page, if its answer has a cursor. */
  more: (next: string | null) => ReactNode;
}

/** The pages of a list, shown one below another; each is a separate query. */
export function CursorPages({ children }: { children: (page: CursorPage) => ReactNode }) {
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  return cursors.map((cursor, at) => {
    const isLast = at === cursors.length - 1;
    const more = (next: string | null) =>
      isLast &&
      next !== null && <Button onClick={() => setCursors((before) => [...before, next])}>Load more</Button>;
    return <Fragment key={cursor ?? ''}>{children({ cursor, more })}</Fragment>;
  });
}
