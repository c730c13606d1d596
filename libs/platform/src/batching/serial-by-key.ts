/** Runs work with the same key in sequence, and work with different keys concurrently. */
export class SerialByKey {
  private readonly tails = new Map<string, Promise<unknown>>();

  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.tails.get(key);
    const result = before === undefined ? work() : before.then(work, work);
    this.tails.set(key, result);
    const forget = () => {
      if (this.tails.get(key) === result) this.tails.delete(key);
    };
    result.then(forget, forget);
    return result;
  }
}
