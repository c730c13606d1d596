export const JSON_MEDIA = 'application/json';
/** JSON lines. */
export const NDJSON = 'application/x-ndjson';
/** The types of a list that can also be streamed; the first is the default. */
export const STREAMABLE = [JSON_MEDIA, NDJSON];
