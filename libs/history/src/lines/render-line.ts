import { MOST_SUBJECTS, type Actor, type Interaction, type Outcome } from '../interaction.js';

/** The members of a line that its lane adds. */
export interface PlaceOfLine {
  sequence: number;
  /** Milliseconds since 1970. */
  at: number;
  outcome: Outcome;
  /** Digest of the personal fields; null without any. */
  client: string | null;
}

/** Characters of a subject that are stored. No id of the service is longer. */
const SUBJECT_SHOWN = 64;
/** Characters of an actor's or session's id that are stored. */
const ID_SHOWN = 256;
const PLAIN = /^[\w.-]{1,64}$/;

/**
 * Maximum bytes of a line: a hundred subjects of 64 characters, each of which JSON may escape with six bytes, and the
 * other members.
 */
export const LONGEST_LINE = MOST_SUBJECTS * (SUBJECT_SHOWN * 6 + 3) + 2 * ID_SHOWN * 6 + 2_048;

/** Renders a line of the format `interaction/v2`: JSON on one line. The link is computed over exactly these bytes. */
export function renderLine(interaction: Interaction, { sequence, at, outcome, client }: PlaceOfLine): string {
  const { requestId, channel, actor, operation, subjects, items, status, errorCode, duration } = interaction;
  // Only subjects and actor ids can come from outside; all other values are the service's own and need no escaping.
  return (
    `{"format":"interaction/v2","sequence":${sequence},"request_id":"${requestId}","occurred_at":"${isoOf(at)}"` +
    `,"channel":"${channel}","actor":${actorText(actor)},"operation":"${operation}"` +
    `,"subjects":${subjectsText(subjects)},"items":${items},"outcome":"${outcome}","status":${status}` +
    `,"error_code":${quotedOrNull(errorCode)},"duration_ms":${Math.round(duration * 1000) / 1000}` +
    `,"client":${quotedOrNull(client)}}`
  );
}

function actorText({ type, id, session }: Actor): string {
  const start = `{"type":"${type}","id":${idText(id)}`;
  return session === undefined ? `${start}}` : `${start},"session":${idText(session)}}`;
}

/** An id of an outside identity provider may hold anything. */
function idText(id: string): string {
  return PLAIN.test(id) ? `"${id}"` : JSON.stringify(id.slice(0, ID_SHOWN));
}

function subjectsText(subjects: readonly string[]): string {
  const [only = ''] = subjects;
  if (subjects.length === 1 && PLAIN.test(only)) return `["${only}"]`;
  if (
    subjects.length > 0 &&
    subjects.length <= MOST_SUBJECTS &&
    subjects.every((subject) => PLAIN.test(subject))
  ) {
    return `["${subjects.join('","')}"]`;
  }
  return JSON.stringify(subjects.slice(0, MOST_SUBJECTS).map((subject) => subject.slice(0, SUBJECT_SHOWN)));
}

function quotedOrNull(text: string | null): string {
  return text === null ? 'null' : `"${text}"`;
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
