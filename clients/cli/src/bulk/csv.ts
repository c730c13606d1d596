import { LONGEST, TOO_LONG } from './input-row.js';

/** The cells of a row, and the line on which it begins. */
export interface CsvRow {
  line: number;
  cells: string[];
  /** Why it cannot be read; null where it can. */
  fault: string | null;
}

const SEPARATORS = ',;\t';

/**
 * Rows of a table in CSV (RFC 4180), from chunks of text. The first of comma, semicolon and tab in the first row separates
 * cells. Blank lines are left out. A row with an unclosed quote, text behind a closing quote, or a carriage return that ends
 * no line has a fault; the others are read.
 */
export async function* csvRows(chunks: AsyncIterable<string>): AsyncGenerator<CsvRow> {
  const row = new RowReader();
  for await (const chunk of chunks) {
    for (const character of chunk) {
      const done = row.take(character);
      if (done !== null) yield done;
    }
  }
  const last = row.end();
  if (last !== null) yield last;
}

class RowReader {
  private line = 1;
  private begunAt = 1;
  private cells: string[] = [];
  private cell = '';
  private length = 0;
  private separator: string | null = null;
  private fault: string | null = null;
  private state: 'plain' | 'quoted' | 'quote in quoted' = 'plain';
  /** Whether the last character was a carriage return outside of quotes; only a line feed may follow. */
  private returns = false;

  /** @returns the row that ends here; null within a row. */
  take(character: string): CsvRow | null {
    if (this.returns && character !== '\n') this.loneReturn();
    this.returns = false;
    this.length += character.length;
    // A quote that does not end would otherwise hold the rest of the file.
    if (this.length > LONGEST) this.fault ??= TOO_LONG;
    if (character === '\n') this.line += 1;
    if (this.state === 'quoted') {
      if (character === '"') this.state = 'quote in quoted';
      else if (this.fault === null) this.cell += character;
      return null;
    }
    if (character === '"' && this.state === 'quote in quoted') {
      this.cell += '"';
      this.state = 'quoted';
      return null;
    }
    if (character === '"' && this.cell === '' && this.state === 'plain') {
      this.state = 'quoted';
      return null;
    }
    if (character === '\n') return this.endRow();
    if (character === (this.separator ?? this.firstSeparator(character))) this.endCell();
    else if (character === '\r') this.returns = true;
    else if (this.state === 'plain' && this.fault === null) this.cell += character;
    else this.fault ??= 'it has text behind a closing quote';
    return null;
  }

  end(): CsvRow | null {
    if (this.state === 'quoted') this.fault = `its quote does not end: nothing behind it was read`;
    if (this.returns) this.loneReturn();
    return this.endRow();
  }

  private firstSeparator(character: string): string | null {
    if (SEPARATORS.includes(character)) this.separator = character;
    return this.separator;
  }

  private loneReturn(): void {
    this.fault ??= 'it has a carriage return that does not end it';
  }

  private endCell(): void {
    this.cells.push(this.cell);
    this.cell = '';
    this.state = 'plain';
  }

  private endRow(): CsvRow | null {
    this.endCell();
    this.separator ??= ',';
    const row = { line: this.begunAt, cells: this.cells, fault: this.fault };
    this.cells = [];
    this.begunAt = this.line;
    [this.length, this.fault] = [0, null];
    const isBlank = row.fault === null && row.cells.length === 1 && row.cells[0] === '';
    return isBlank ? null : row;
  }
}
