/** A column's time as answers show it: ISO 8601 in UTC, with milliseconds. */
export const MOMENT = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
