/**
 * What of a project may read from the database at a time: one less than there are connections for lists. More would make what others
 * read wait in front of the database, until it is refused at its deadline.
 */
export const READS_OF_PROJECT = 3;

interface Slots {
  taken: number;
  readonly waiting: (() => void)[];
}

/** Lets each project do something a few times at once; more of it waits, in order. */
export class ProjectSlots {
  private readonly slots = new Map<string, Slots>();

  /** @param most times at once, for each project. */
  constructor(private readonly most: number) {}

  /** @returns what `work` returns. */
  async run<Done>(projectId: string | null, work: () => Promise<Done>): Promise<Done> {
    const key = projectId ?? '';
    await this.enter(key);
    try {
      return await work();
    } finally {
      this.leave(key);
    }
  }

  private async enter(key: string): Promise<void> {
    let slots = this.slots.get(key);
    if (slots === undefined) this.slots.set(key, (slots = { taken: 0, waiting: [] }));
    const { waiting } = slots;
    if (slots.taken < this.most) slots.taken += 1;
    else await new Promise<void>((enter) => waiting.push(enter));
  }

  /** The next one gets the slot itself, so that no later one comes before it. */
  private leave(key: string): void {
    const slots = this.slots.get(key);
    if (slots === undefined) return;
    const next = slots.waiting.shift();
    if (next !== undefined) next();
    else if (slots.taken === 1) this.slots.delete(key);
    else slots.taken -= 1;
  }
}
