/** What a cell of a row can hold; null and undefined are an empty cell. */
export type CsvCell = string | number | boolean | null | undefined;

/** Characters that spreadsheets skip or people do not see: quotes, spaces, control and ignorable characters. */
const SKIPPED = String.raw`[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800"']`;
/** What ends a cell or a row in some locale, even within quotes. */
const SEPARATORS = String.raw`;\t\n\v\f\r\u0085\u2028\u2029`;
/** What a formula begins with; some spreadsheets accept full-width and small forms. */
const OPERATOR = String.raw`[=+\-@\|\uff1d\uff0b\uff0d\uff20\uff5c\ufe66\ufe62\ufe63\ufe6b\u2212]`;
/** A formula in a text, or the white space that some spreadsheets drop before they look for one. */
const FORMULA = new RegExp(
  `^(?=[\\t\\r\\n]|${SKIPPED}*${OPERATOR})|(?<=[${SEPARATORS}])(?=[${SKIPPED}--[${SEPARATORS}]]*${OPERATOR})`,
  'gv',
);
/** Characters that need quotes. */
const QUOTED = /[",\r\n]/;

/** A row of CSV (RFC 4180). An apostrophe is put before a text that a spreadsheet would run as a formula. */
export function csvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (typeof cell !== 'string') return String(cell ?? '');
  const guarded = cell.replace(FORMULA, "'");
  return QUOTED.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
