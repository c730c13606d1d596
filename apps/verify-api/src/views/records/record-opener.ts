import { checkSignaturesLater, type KeyLookUp } from '@service/evidence';
import type { RenderTurns } from '../../infrastructure/render-turns.js';
import { reaches, type AskingCaller } from '../asking-caller.js';
import { StoredRecord, openElements, type RecordRow } from './stored-record.js';

/** Elements whose signatures are checked on the event loop. */
const FEW = 16;
/** Elements that are opened in one turn, and whose signatures wait for a thread together. */
const PART = 64;

/** Opens the rows of records, each in its project’s turns, so that many or long ones of one project keep no other waiting. */
export class RecordOpener {
  constructor(private readonly turns: RenderTurns) {}

  /**
   * Opens a row in parts; the signatures are checked beside the event loop, so that the checks of the record find the results.
   * @param isAlone whether its query found no other.
   * @param keyOf null where nothing is checked yet.
   */
  async open(
    row: RecordRow,
    loadedAt: number,
    isAlone: boolean,
    keyOf: KeyLookUp | null,
  ): Promise<StoredRecord> {
    const { project_id: projectId, elements } = row;
    // A few of one are opened at once, and checked where it is verified: turns and threads would take longer.
    if (isAlone && elements.length <= FEW) return new StoredRecord(row, loadedAt);
    const chain: ReturnType<typeof openElements> = [];
    while (chain.length < elements.length) {
      const part = elements.slice(chain.length, chain.length + PART);
      const opened = await this.turns.run(projectId, () => openElements(part));
      if (keyOf !== null) await checkSignaturesLater(opened, keyOf);
      chain.push(...opened);
    }
    return this.turns.run(projectId, () => new StoredRecord(row, loadedAt, chain));
  }
}

/**
 * Whether a row that is not opened yet may belong to a caller; `belongsTo` tells whether it does. The first element is looked into
 * as a text, since an edited row must not hide the record from its owner.
 */
export function mayBelongTo(
  caller: AskingCaller,
  row: Pick<RecordRow, 'project_id' | 'authority_id' | 'elements'>,
): boolean {
  const isOfProject =
    row.project_id === caller.projectId || row.elements[0]?.text.includes(`"${caller.projectId}"`) === true;
  return isOfProject && reaches(caller, row.authority_id);
}
