import { Fragment, useState, type ReactNode } from 'react';
import { Button } from './Button.js';

export interface CursorPage {
  /** Where the page begins; undefined for the first one. */
  cursor: string | undefined;
  /** The button that loads the next page, once the answer says where that begins; only the last page has it. */
  more: (next: string | null) => ReactNode;
}

/** Pages of a list, each read by itself and shown below the one before. */
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
