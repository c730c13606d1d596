import { LogUnreadable, PublicLog } from '@service/evidence';

/** Entry bundles that are requested at a time. */
const AT_ONCE = 6;

/** The log of this service, with the service's documents about the log's keys and witnesses. */
export class ServiceLog {
  readonly tiles = new PublicLog(async (path) => new Uint8Array(await (await this.get(path)).arrayBuffer()));

  /**
   * @param prefix of its resources, ending in a slash.
   * @param read `fetch` by default; tests pass another function.
   */
  constructor(
    private readonly prefix: string,
    private readonly read: (url: string) => Promise<Response> = (url) => fetch(url, { credentials: 'omit' }),
  ) {}

  /** The unparsed document of the keys. */
  async keys(): Promise<string> {
    return (await this.get('keys')).text();
  }

  /** Keys of the witnesses that the service asks. */
  async witnesses(): Promise<string[]> {
    const body = (await (await this.get('witnesses')).json()) as { data?: { vkey?: unknown }[] };
    return (body.data ?? []).map(({ vkey }) => String(vkey));
  }

  /** The entries of the tree of a size. @param onProgress called with the number of entries read so far. */
  async entries(size: number, onProgress: (read: number) => void): Promise<Uint8Array[]> {
    const entries: Uint8Array[] = [];
    for await (const next of this.tiles.entries(0, size, AT_ONCE)) {
      entries.push(...next);
      onProgress(entries.length);
    }
    return entries;
  }

  private async get(path: string): Promise<Response> {
    let response: Response;
    try {
      response = await this.read(this.prefix + path);
    } catch {
      throw new LogUnreadable(`${path} could not be read: nothing answered.`);
    }
    if (!response.ok)
      throw new LogUnreadable(`${path} is answered with ${response.status}.`, response.status === 404);
    return response;
  }
}
