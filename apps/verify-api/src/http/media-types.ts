export const JSON_MEDIA = 'application/json';
/** JSON on each line. */
export const NDJSON = 'application/x-ndjson';
/** What a list answers that can also be streamed; the first is the usual one. */
export const STREAMABLE = [JSON_MEDIA, NDJSON];
