/** Amounts by key, and their sum. A key whose amount is 0 takes no memory. */
export class Amounts<Key> {
  private readonly byKey = new Map<Key, number>();
  private sum = 0;

  get all(): number {
    return this.sum;
  }

  of(key: Key): number {
    return this.byKey.get(key) ?? 0;
  }

  /** The key that has the largest amount, or undefined while no key has any. */
  largest(): Key | undefined {
    let [largest, most]: [Key | undefined, number] = [undefined, 0];
    for (const [key, amount] of this.byKey) if (amount > most) [largest, most] = [key, amount];
    return largest;
  }

  add(key: Key, change: number): void {
    this.sum += change;
    const amount = this.of(key) + change;
    if (amount === 0) this.byKey.delete(key);
    else this.byKey.set(key, amount);
  }
}
