import { shown } from './hostile-text.js';

/** Longest name that people are asked to type. */
const LONGEST = 60;

/** The text to type as a confirmation: the name, or the id if the name is long or cannot be typed. */
export function typedName(name: string, id: string): string {
  const isPlain = name === shown(name) && name === name.trim() && /^[\x20-\x7e]*$/.test(name);
  return isPlain && name !== '' && name.length <= LONGEST ? name : id;
}
