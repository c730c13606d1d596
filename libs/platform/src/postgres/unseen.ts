/**
 * A parameter of a named statement that reads by keys. The planner does not see its value, so the statement keeps one plan
 * for all values; a plan for each call takes several times as long as a lone read.
 */
export function unseen(parameter: number, type: string): string {
  return `(SELECT $${parameter}::${type})::${type}`;
}
