import type { QueryValue, RecordVerification, ServiceRequest } from '@record-verification/client';
import { CommandError } from '../errors.js';
import { EXIT } from '../exit-codes.js';
import { say } from '../output/print.js';
import { Table } from '../output/table.js';
import { flushed, isForPeople, jsonFor, type Output } from '../output/terminal.js';

const USUAL_LIMIT = 100;
const PAGE = 100;

/** The options of a list. */
export interface ListValues {
  limit?: string | undefined;
  all?: boolean | undefined;
  cursor?: string | undefined;
  json?: boolean | undefined;
}

type Item = Readonly<Record<string, unknown>>;
type ItemPage = { data: Item[]; next_cursor: string | null } | null;

/** Prints the items of a list: a table for people, otherwise each item as a line of JSON. */
export async function printList(
  service: RecordVerification,
  request: ServiceRequest,
  values: ListValues,
): Promise<void> {
  const output = process.stdout;
  const print = printerFor(output, values);
  let left = values.all === true ? Infinity : limitOf(values);
  let cursor = values.cursor;
  const seen = new Set<string | undefined>();
  for (;;) {
    seen.add(cursor);
    const query: Record<string, QueryValue> = { ...request.query, limit: Math.min(PAGE, left), cursor };
    const body: ItemPage = await service.request<ItemPage>({ ...request, query });
    if (body === null || !Array.isArray(body.data) || body.next_cursor === undefined) throw noPage();
    print(body.data);
    await flushed(output);
    left -= body.data.length;
    const next = body.next_cursor;
    // Every page of events has a cursor; an empty page ends the list.
    if (next === null || (body.data.length === 0 && isFeed(request))) return;
    if (seen.has(next)) throw noPage();
    if (left <= 0) return say(`There may be more: --all, or --cursor ${next}`);
    cursor = next;
  }
}

/** Its end, or the next page, cannot be told: what was printed is not the whole list. */
const noPage = () =>
  new CommandError('The service did not answer a page of a list.', { exitCode: EXIT.refused });

/** Whether a list has no last page. */
function isFeed({ path }: ServiceRequest): boolean {
  return path === '/v1/events';
}

function printerFor(output: Output, values: ListValues): (items: readonly Item[]) => void {
  if (!isForPeople(output, values)) {
    return (items) => void output.write(items.map((item) => `${jsonFor(output, item)}\n`).join(''));
  }
  const table = new Table(output);
  return (items) => table.print(items);
}

function limitOf({ limit }: ListValues): number {
  if (limit === undefined) return USUAL_LIMIT;
  if (!/^[1-9]\d{0,8}$/.test(limit)) throw new CommandError('--limit must be a whole number from 1.');
  return Number(limit);
}
