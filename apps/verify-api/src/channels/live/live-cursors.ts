import type { Cursors } from '../../interface/inputs/cursors.js';
import type { Places } from './live-watch.js';

const LIST = 'live.stream';

/** The ids of messages: the places in every source, encrypted because they would show how much others write. */
export class LiveCursors {
  constructor(private readonly cursors: Pick<Cursors, 'of'>) {}

  seal(projectId: string, places: Places): string {
    return this.of(projectId).afterText(JSON.stringify(places));
  }

  /** Null for a cursor of another project or list, and for an invalid one. */
  open(projectId: string, cursor: string): Places | null {
    const text = this.of(projectId).textOf(cursor);
    return text === null ? null : (JSON.parse(text) as Places);
  }

  private of(projectId: string): ReturnType<Cursors['of']> {
    return this.cursors.of(LIST, projectId, { limit: 0 });
  }
}
