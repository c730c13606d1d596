import { LINK_LENGTH, linkOfBytes } from '@service/evidence';
import { LONGEST_LINE } from '../lines/render-line.js';

/** Bytes of a typical line. */
const USUAL_LINE = 448;

const scratch = Buffer.allocUnsafe(LINK_LENGTH + LONGEST_LINE + 4);

/** Links each line to the one before it. Each line is encoded once, for the link and for the database. */
export class LinkedLines {
  private text: Buffer;
  private readonly linked: Buffer;
  private length = 0;
  private count = 0;

  /** @param link of the line before the first one. */
  constructor(
    private link: Uint8Array,
    lines: number,
  ) {
    this.text = Buffer.allocUnsafe(lines * USUAL_LINE);
    this.linked = Buffer.allocUnsafe(lines * LINK_LENGTH);
  }

  /** Appends a line. */
  push(line: string): void {
    scratch.set(this.link);
    const end = LINK_LENGTH + scratch.write(line, LINK_LENGTH, 'utf8');
    // A write that does not fit is cut off silently.
    if (end > scratch.length - 4) throw new RangeError('The line is longer than any line can be.');
    this.link = linkOfBytes(scratch.subarray(0, end));
    this.linked.set(this.link, this.count * LINK_LENGTH);
    this.count += 1;
    this.append(end);
  }

  /** The newest link. */
  get head(): Uint8Array {
    return this.link;
  }

  get links(): Buffer {
    return this.linked;
  }

  /** UTF-8, with a line feed between two lines. */
  get lines(): Buffer {
    return this.text.subarray(0, this.length);
  }

  /** Appends the line in the scratch buffer to the text. */
  private append(end: number): void {
    const needed = this.length + 1 + end - LINK_LENGTH;
    if (needed > this.text.length) {
      const longer = Buffer.allocUnsafe(needed + this.text.length);
      this.text.copy(longer, 0, 0, this.length);
      this.text = longer;
    }
    if (this.length > 0) this.length = this.text.writeUInt8(0x0a, this.length);
    this.length += scratch.copy(this.text, this.length, LINK_LENGTH, end);
  }
}
