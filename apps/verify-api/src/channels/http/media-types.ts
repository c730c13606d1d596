export const JSON_MEDIA = 'application/json';
/** What JSON is sent as. */
export const JSON_ANSWER = `${JSON_MEDIA}; charset=utf-8`;
/** JSON lines. */
export const NDJSON = 'application/x-ndjson';
/** Tables (RFC 4180). */
export const CSV = 'text/csv';
/** The types of a list that can also be streamed; the first is the default. */
export const STREAMABLE = [JSON_MEDIA, NDJSON, CSV];
/** The types of an answer that is also a table; the first is the default. */
export const TABULAR = [JSON_MEDIA, CSV];
/** What a table is sent as: the form of its first row is told by a parameter. */
export const CSV_ANSWER = `${CSV}; charset=utf-8; header=present`;
