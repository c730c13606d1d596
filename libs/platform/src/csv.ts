/** What a cell of a row can hold; null is an empty cell. */
export type CsvCell = string | number | null;

/**
 * Places at which a spreadsheet takes a text for a formula, and runs it: the beginning, and after a character that separates
 * cells or rows in some country, where a spreadsheet of that country begins a new cell, even within quotes. Some also
 * take full-width characters for operators.
 */
const FORMULA = /(^|[;\t\r\n])(?=["']*[=+\-@＝＋－＠])/g;
/** White space at the beginning, which some spreadsheets skip before they look for a formula. */
const LEFT_OUT = /^(?=[\t\r\n])/;
/** What a cell can hold only between quotes. */
const QUOTED = /[",\r\n]/;

/** A row of a table (RFC 4180). Where a spreadsheet would take a text for a formula, an apostrophe stands before it. */
export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const guarded = cell.replace(FORMULA, "$1'").replace(LEFT_OUT, "'");
  return QUOTED.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
