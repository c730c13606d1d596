/** Most elements of a record that one operation pays for. */
const ELEMENTS_OF_OPERATION = 32;

/**
 * Operations that a verification costs beyond the one that admission counted, by the elements of the record: each is checked
 * for each answer.
 */
export function verificationPrice(elements: number): number {
  return Math.floor(Math.max(0, elements - 1) / ELEMENTS_OF_OPERATION);
}

/** The same of a bundle, which shows all elements of the record, its authorities and the keys. */
export function bundlePrice(elements: number): number {
  return Math.max(0, elements - 1);
}
