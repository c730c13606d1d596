/** A package as an archive's index names it. */
export interface DebianPackage {
  name: string;
  version: string;
  architecture: string;
  /** SHA-256 of the package's file, 64 lower-case hex digits. */
  sha256: string;
}

const WANTED = {
  Package: 'name',
  Version: 'version',
  Architecture: 'architecture',
  SHA256: 'sha256',
} as const;
type Field = keyof typeof WANTED;

/**
 * Reads the stanzas of a Packages file (deb822), one at a time.
 * @throws Error naming the line where a stanza that lacks a member ends.
 */
export async function* parsePackages(
  lines: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<DebianPackage> {
  let stanza: Partial<DebianPackage> = {};
  let line = 0;
  let inside = false;
  for await (const text of lines) {
    line += 1;
    if (text.trim() !== '') {
      inside = true;
      readField(stanza, text);
    } else if (inside) {
      yield complete(stanza, line);
      stanza = {};
      inside = false;
    }
  }
  if (inside) yield complete(stanza, line);
}

/** Never matches continuation lines, which begin with a space. */
function readField(stanza: Partial<DebianPackage>, text: string): void {
  const colon = text.indexOf(':');
  if (colon === -1) return;
  const name = text.slice(0, colon);
  if (Object.hasOwn(WANTED, name)) stanza[WANTED[name as Field]] = text.slice(colon + 1).trim();
}

function complete(stanza: Partial<DebianPackage>, line: number): DebianPackage {
  for (const [field, member] of Object.entries(WANTED)) {
    if (!stanza[member]) {
      throw new Error(
        `The package that ends at line ${line} (${stanza.name ?? 'nameless'}) has no ${field}.`,
      );
    }
  }
  return stanza as DebianPackage;
}
