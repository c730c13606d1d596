import type { Interaction, Outcome } from '../interaction.js';

/** What only the lane knows of a line. */
export interface PlaceOfLine {
  sequence: number;
  /** Milliseconds. */
  at: number;
  outcome: Outcome;
  /** Digest of the personal fields. */
  client: string;
}

/** Longer ones are ids of nothing. */
const SUBJECT_SHOWN = 64;
const PLAIN = /^[\w.-]{1,64}$/;

/** A line of the history: JSON on one line, whose very bytes are linked. */
export function renderLine(interaction: Interaction, { sequence, at, outcome, client }: PlaceOfLine): string {
  const { requestId, channel, credentialId, operation, items, status, errorCode, duration } = interaction;
  // All but the subject are made by the service, and need no escaping.
  return (
    `{"sequence":${sequence},"request_id":"${requestId}","occurred_at":"${isoOf(at)}","channel":"${channel}"` +
    `,"credential_id":"${credentialId}","operation":"${operation}","subject":${subjectOf(interaction)}` +
    `,"items":${items},"outcome":"${outcome}","status":${status},"error_code":${errorCode === null ? 'null' : `"${errorCode}"`}` +
    `,"duration_ms":${Math.round(duration * 1000) / 1000},"client":"${client}"}`
  );
}

function subjectOf({ subject }: Interaction): string {
  if (subject === null) return 'null';
  return PLAIN.test(subject) ? `"${subject}"` : JSON.stringify(subject.slice(0, SUBJECT_SHOWN));
}

let isoText = '';
let isoMoment = -1;

/** ISO 8601; lines of one millisecond share the text. */
function isoOf(at: number): string {
  if (at !== isoMoment) {
    isoMoment = at;
    isoText = new Date(at).toISOString();
  }
  return isoText;
}
