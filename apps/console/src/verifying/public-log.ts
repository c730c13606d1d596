import {
  ENTRY_LENGTH,
  TILE_WIDTH,
  TileTree,
  decodeEntryBundle,
  tilePath,
  type TileAddress,
} from '@service/evidence';

/** A resource of the log could not be read, or has not the form that it must have. */
export class LogUnreadable extends Error {
  override readonly name = 'LogUnreadable';
}

/** Entry bundles that are requested at a time. */
const AT_ONCE = 6;

/** The public transparency log, as anybody reads it. Nothing that it gives is trusted before a signed root proves it. */
export class PublicLog {
  /**
   * @param prefix of its resources, ending in a slash.
   * @param read `fetch`, but in tests.
   */
  constructor(
    private readonly prefix: string,
    private readonly read: (url: string) => Promise<Response> = (url) => fetch(url, { credentials: 'omit' }),
  ) {}

  /** The signed note of the newest checkpoint, unchecked. */
  async checkpoint(): Promise<string> {
    return (await this.get('checkpoint')).text();
  }

  /** The document of the keys, as it came. */
  async keys(): Promise<string> {
    return (await this.get('keys')).text();
  }

  /** Keys of the witnesses that the service asks. */
  async witnesses(): Promise<string[]> {
    const body = (await (await this.get('witnesses')).json()) as { data?: { vkey?: unknown }[] };
    return (body.data ?? []).map(({ vkey }) => String(vkey));
  }

  /** The tree of a size, read from its tiles. */
  tree(size: number): TileTree {
    return new TileTree(size, (tile) => this.tile(tile));
  }

  /** The entries from the first up to a size, 64 bytes each.
   *  @param onProgress called with how many are there. */
  async entries(size: number, onProgress: (read: number) => void = () => undefined): Promise<Uint8Array[]> {
    const entries: Uint8Array[] = [];
    const bundles = Math.ceil(size / TILE_WIDTH);
    for (let number = 0; number < bundles; number += AT_ONCE) {
      const numbers = Array.from({ length: Math.min(AT_ONCE, bundles - number) }, (_, at) => number + at);
      const read = await Promise.all(numbers.map((each) => this.bundle(each, size)));
      entries.push(...read.flat());
      onProgress(entries.length);
    }
    return entries;
  }

  /** The entry at an index of a tree. */
  async entry(index: number, size: number): Promise<Uint8Array> {
    const bundle = await this.bundle(Math.floor(index / TILE_WIDTH), size);
    const entry = bundle[index % TILE_WIDTH];
    if (entry === undefined) throw new LogUnreadable(`The log of ${size} has no entry ${index}.`);
    return entry;
  }

  private async bundle(number: number, size: number): Promise<Uint8Array[]> {
    const width = Math.min(TILE_WIDTH, size - number * TILE_WIDTH);
    if (width < 1) throw new LogUnreadable(`The log of ${size} has no entries there.`);
    const path = tilePath({ kind: 'entries', number, width });
    const bytes = await this.bytes(path);
    try {
      const entries = decodeEntryBundle(bytes, width);
      if (entries.every(({ length }) => length === ENTRY_LENGTH)) return entries;
    } catch {
      // Falls through.
    }
    throw new LogUnreadable(`${path} does not hold ${width} entries of ${ENTRY_LENGTH} bytes.`);
  }

  private tile(tile: TileAddress): Promise<Uint8Array> {
    return this.bytes(tilePath({ kind: 'hashes', ...tile }));
  }

  private async bytes(path: string): Promise<Uint8Array> {
    return new Uint8Array(await (await this.get(path)).arrayBuffer());
  }

  private async get(path: string): Promise<Response> {
    let response: Response;
    try {
      response = await this.read(this.prefix + path);
    } catch {
      throw new LogUnreadable(`${path} could not be read: nothing answered.`);
    }
    if (!response.ok) throw new LogUnreadable(`${path} is answered with ${response.status}.`);
    return response;
  }
}
