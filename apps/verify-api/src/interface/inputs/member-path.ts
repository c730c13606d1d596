/** Path of a member within a body, as error details name it: `records[3].origin`. */
export function memberPath(parent: string, name: string, inList: boolean): string {
  if (inList) return `${parent}[${name}]`;
  return parent === '' ? name : `${parent}.${name}`;
}
