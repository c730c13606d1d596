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
/** The media type of a table, which says that its first row is a header (RFC 4180). */
export const CSV_ANSWER = `${CSV}; charset=utf-8; header=present`;
