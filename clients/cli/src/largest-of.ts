/** As `Math.max`, also of more numbers than a call takes arguments. */
export function largestOf(numbers: readonly number[]): number {
  return numbers.reduce((largest, each) => Math.max(largest, each), -Infinity);
}
