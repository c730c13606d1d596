interface Slots {
  taken: number;
  readonly waiting: (() => void)[];
}

/** Lets something be done a few times at once for each key; more of it waits, in order. */
export class SlotsByKey {
  private readonly slots = new Map<string, Slots>();

  /** @param most times at once, for each key. */
  constructor(private readonly most: number) {}

  /** @param work runs once there is a slot; its argument says whether it waited for one. */
  async run<Done>(key: string, work: (hasWaited: boolean) => Done | Promise<Done>): Promise<Done> {
    const waited = this.enter(key);
    if (waited !== null) await waited;
    try {
      return await work(waited !== null);
    } finally {
      this.leave(key);
    }
  }

  /** @returns what resolves when there is a slot; null where there is one now. */
  private enter(key: string): Promise<void> | null {
    let slots = this.slots.get(key);
    if (slots === undefined) this.slots.set(key, (slots = { taken: 0, waiting: [] }));
    const { waiting } = slots;
    if (slots.taken >= this.most) return new Promise<void>((enter) => waiting.push(enter));
    slots.taken += 1;
    return null;
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
