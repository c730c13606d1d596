import type { Zone } from './times.js';

/** The time zone of a field for a moment. */
export const ZONE_HINTS: Readonly<Record<Zone, string>> = {
  local: 'In the time of this computer.',
  utc: 'In UTC.',
};

/** A time as the value of a `datetime-local` input; empty for none. */
export function toInput(moment: string, zone: Zone): string {
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return '';
  const shifted = zone === 'utc' ? at : new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 19);
}

/** The value of such an input as ISO 8601; empty for none. */
export function fromInput(value: string, zone: Zone): string {
  const at = new Date(zone === 'utc' ? `${value}Z` : value);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
