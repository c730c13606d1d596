/** Control, format and other invisible characters, lone surrogates, line separators, and the blank of Braille. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/u;
const LONGEST_NAME = 100;
const LONGEST_ADDRESS = 254;

/** A name as it is stored: composed (NFC), with single spaces; null for an invalid one. */
export function tidyName(text: string): string | null {
  const name = text.trim().normalize('NFC');
  if (UNSEEN.test(name)) return null;
  const tidy = name.replace(/\s+/gu, ' ');
  return tidy.length > 0 && tidy.length <= LONGEST_NAME ? tidy : null;
}

/** An address as it is stored: composed (NFC), in lower case; null for an invalid one. */
export function tidyAddress(text: string): string | null {
  const address = comparedAddress(text);
  if (UNSEEN.test(address) || address.length > LONGEST_ADDRESS) return null;
  return /^[^\s@]+@[^\s@]+$/u.test(address) ? address : null;
}

/** A given address in the form that is compared with the stored ones. */
export function comparedAddress(text: string): string {
  return text.trim().normalize('NFC').toLowerCase().normalize('NFC');
}
