import { shown } from './hostile-text.js';

/** Characters of a name that somebody types without giving up. */
const LONGEST = 60;

/** What is typed before an act that cannot be undone: the name, or the id where the name cannot be typed as it is seen. */
export function typedName(name: string, id: string): string {
  const isPlain = name === shown(name) && name === name.trim() && /^[\x20-\x7e]*$/.test(name);
  return isPlain && name !== '' && name.length <= LONGEST ? name : id;
}
