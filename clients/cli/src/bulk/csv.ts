import { CommandError } from '../errors.js';

/** The cells of a row, and the line on which it begins. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/**
 * Rows of a table in CSV (RFC 4180), from chunks of text. Blank lines are left out.
 * @throws CommandError for an unclosed quote, text after a closing quote, and a carriage return that ends no line.
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
  private state: 'plain' | 'quoted' | 'quote in quoted' = 'plain';
  /** Whether the last character was a carriage return outside of quotes; only a line feed may follow. */
  private returns = false;

  /** @returns the row that ends here; null within a row. */
  take(character: string): CsvRow | null {
    if (this.returns && character !== '\n') throw this.loneReturn();
    this.returns = false;
    if (character === '\n') this.line += 1;
    if (this.state === 'quoted') {
      if (character === '"') this.state = 'quote in quoted';
      else this.cell += character;
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
    if (character === ',') this.endCell();
    else if (character === '\r') this.returns = true;
    else if (this.state === 'plain') this.cell += character;
    else throw new CommandError(`Line ${this.line} has text behind a closing quote.`);
    return null;
  }

  end(): CsvRow | null {
    if (this.state === 'quoted') throw new CommandError(`The quote of line ${this.begunAt} does not end.`);
    if (this.returns) throw this.loneReturn();
    return this.endRow();
  }

  private loneReturn(): CommandError {
    return new CommandError(`Line ${this.line} has a carriage return that does not end it.`);
  }

  private endCell(): void {
    this.cells.push(this.cell);
    this.cell = '';
    this.state = 'plain';
  }

  private endRow(): CsvRow | null {
    this.endCell();
    const row = { line: this.begunAt, cells: this.cells };
    this.cells = [];
    this.begunAt = this.line;
    return row.cells.length === 1 && row.cells[0] === '' ? null : row;
  }
}
