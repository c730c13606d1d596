/** The largest of numbers of which there may be more than a call takes arguments. @param least of which it is at least */
export function largestOf(numbers: readonly number[], least = -Infinity): number {
  return numbers.reduce((largest, each) => Math.max(largest, each), least);
}
