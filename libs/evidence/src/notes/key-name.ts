const FORBIDDEN = /[\p{White_Space}\p{Cc}+]/u;

/** Whether a name is valid for a key: not empty, no Unicode space, control character or plus. C2SP signed-note. */
export function isKeyName(name: string): boolean {
  return name !== '' && name.isWellFormed() && !FORBIDDEN.test(name);
}
