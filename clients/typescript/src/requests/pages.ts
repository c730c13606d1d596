import { Answer, type Answered } from './answer.js';
import { ConnectionError } from './faults.js';

/** The body of a list. */
export interface PageBody<Item> {
  data: Item[];
  next_cursor: string | null;
}

/** How a list ends. */
export interface ListTerms {
  /** Whether an empty page is the last one, although it has a cursor for later items. */
  endsEmpty?: boolean;
}

/** One page of a list. Iterating over it gives its items and those of all following pages. */
export class Page<Item, Body extends PageBody<Item> = PageBody<Item>> implements AsyncIterable<Item> {
  readonly #read: (cursor: string) => Promise<Page<Item, Body>>;
  readonly #terms: ListTerms;

  constructor(
    /** The body as it was answered. */
    readonly body: Body,
    read: (cursor: string) => Promise<Page<Item, Body>>,
    terms: ListTerms,
  ) {
    this.#read = read;
    this.#terms = terms;
  }

  /** The items of this page. */
  get data(): Body['data'] {
    return this.body.data;
  }

  /** Cursor of the next page; null on the last one, except of events. */
  get nextCursor(): Body['next_cursor'] {
    return this.body.next_cursor;
  }

  /** Reads the next page; null on the last one. */
  async next(): Promise<Page<Item, Body> | null> {
    const isLast = this.#terms.endsEmpty === true && this.data.length === 0;
    return this.nextCursor === null || isLast ? null : this.#read(this.nextCursor);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }

  /** This page and all following ones. */
  async *pages(): AsyncGenerator<Page<Item, Body>, void, undefined> {
    yield this;
    for (let page = await this.next(); page !== null; page = await page.next()) yield page;
  }
}

/** A requested list: awaiting it gives its first page, iterating over it the items of all pages. */
export class List<Item, Body extends PageBody<Item> = PageBody<Item>>
  extends Answer<Page<Item, Body>>
  implements AsyncIterable<Item>
{
  /** @param read requests the page after a cursor; undefined for the first one. */
  constructor(read: ReadPage<Body>, terms: ListTerms = {}) {
    super(readPage(read, terms));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    yield* await this;
  }

  /** All pages. */
  async *pages(): AsyncGenerator<Page<Item, Body>, void, undefined> {
    yield* (await this).pages();
  }
}

type ReadPage<Body> = (cursor: string | undefined) => Promise<Answered<Body>>;

async function readPage<Item, Body extends PageBody<Item>>(
  read: ReadPage<Body>,
  terms: ListTerms,
  cursor?: string,
): Promise<Answered<Page<Item, Body>>> {
  const { data, ...rest } = await read(cursor);
  // Without a cursor, the next page would be the first one again; with the same cursor, the list would have no end.
  const isEnd = terms.endsEmpty === true && data?.data?.length === 0;
  const isLoop = data?.next_cursor === cursor && !isEnd;
  if (
    isLoop ||
    !Array.isArray(data?.data) ||
    (data.next_cursor !== null && typeof data.next_cursor !== 'string')
  ) {
    throw new ConnectionError('unreadable', 'The answer is not a page of a list.', {
      requestId: rest.requestId,
    });
  }
  const next = async (behind: string): Promise<Page<Item, Body>> =>
    (await readPage<Item, Body>(read, terms, behind)).data;
  return { ...rest, data: new Page<Item, Body>(data, next, terms) };
}
