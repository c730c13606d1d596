const LINE_FEED = 0x0a;

/** Lines of bytes without their line feeds. @param onRead gets the number of bytes read so far. */
export async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let begun: Buffer[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      yield Buffer.concat([...begun, chunk.subarray(start, end)]);
      begun = [];
      start = end + 1;
    }
    begun.push(chunk.subarray(start));
    onRead(chunk.length);
  }
  yield Buffer.concat(begun);
}

/** One bundle, or several with the numbers of their lines. */
export type Bundles =
  { kind: 'one'; bytes: Buffer } | { kind: 'many'; lines: AsyncIterable<{ number: number; bytes: Buffer }> };

/** One bundle on any number of lines, or one on each line if the first line is a complete JSON text. */
export async function splitBundles(lines: AsyncGenerator<Buffer>): Promise<Bundles> {
  const head: Buffer[] = [];
  let texts = 0;
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
    head.push(next.value);
    if (!isBlank(next.value)) texts += 1;
    if (texts === 1 && !isBlank(next.value) && !isJson(next.value)) break;
    if (texts === 2) return { kind: 'many', lines: numbered(head, lines) };
  }
  for await (const line of lines) head.push(line);
  return { kind: 'one', bytes: joined(head) };
}

async function* numbered(head: readonly Buffer[], rest: AsyncIterable<Buffer>) {
  let number = 0;
  for (const bytes of head) {
    number += 1;
    if (!isBlank(bytes)) yield { number, bytes };
  }
  for await (const bytes of rest) {
    number += 1;
    if (!isBlank(bytes)) yield { number, bytes };
  }
}

function joined(lines: readonly Buffer[]): Buffer {
  return Buffer.concat(lines.flatMap((line, index) => (index === 0 ? [line] : [Buffer.of(LINE_FEED), line])));
}

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

function isJson(line: Buffer): boolean {
  try {
    JSON.parse(line.toString());
    return true;
  } catch {
    return false;
  }
}
