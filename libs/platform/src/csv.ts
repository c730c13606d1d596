/** What a cell of a row can hold; null is an empty cell. */
export type CsvCell = string | number | null;

/**
 * Where a spreadsheet could find a formula in a text: at its beginning, and after a character that separates cells or
 * rows in some locale, even within quotes. Some also accept full-width operators.
 */
const FORMULA = /(^|[;\t\r\n])(?=["']*[=+\-@＝＋－＠])/g;
/** Leading white space, which some spreadsheets skip before a formula. */
const LEFT_OUT = /^(?=[\t\r\n])/;
/** Characters that need quotes. */
const QUOTED = /[",\r\n]/;

/** A row of CSV (RFC 4180). An apostrophe is put before a text that a spreadsheet would run as a formula. */
export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const guarded = cell.replace(FORMULA, "$1'").replace(LEFT_OUT, "'");
  return QUOTED.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
