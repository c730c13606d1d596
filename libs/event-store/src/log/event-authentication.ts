import { canonicalJson, keySubjectId } from '@service/evidence';
import type { AuthenticationKeys } from '@service/platform/authentication-keys';
import { ResultAuthentication, type ForgedResult } from '../idempotency/result-authentication.js';
import type { RecordedEvent } from './events.js';

const DATA = 'event/v1';
const KEY_ELEMENT = 'key-element/v1';

/** Types of elements, which need no code; readers check them by their signatures. */
const ELEMENTS = /^service\.(?:record|authority)\./;

/** Type of the empty event that replaces a forged one, so that readers never see forged content. */
const FORGED = 'service.event.forged';

/** The parts of an event that its code covers. */
export type CodedEvent = Pick<
  RecordedEvent,
  'stream_id' | 'version' | 'event_id' | 'type' | 'schema_version' | 'element' | 'data'
>;

/** An event with the code that it carries. */
export type CarriedEvent = CodedEvent & Pick<RecordedEvent, 'mac'>;

/**
 * Whether an event needs its owner's code: data events, and elements of keys, because anyone could sign the publication
 * of a self-made key. Every event in a key's stream counts as an element of a key.
 */
export function needsCode({
  stream_id,
  type,
  data,
}: Pick<CodedEvent, 'stream_id' | 'type' | 'data'>): boolean {
  return data !== null || type.startsWith('service.key.') || stream_id.startsWith(keySubjectId(''));
}

/** Whether an event replaces a forged one, which the log's owner did not write. */
export function isForged({ type }: Pick<RecordedEvent, 'type'>): boolean {
  return type === FORGED;
}

/**
 * Makes and checks the codes (MACs) that prove events to be the owner's. Elements of records and authorities need none:
 * their signatures, digests and links are checked.
 */
export class EventAuthentication {
  /**
   * @param alarm called each time that a forged event is read.
   * @param alarmOfResult called each time that a forged result of a command is read.
   */
  constructor(
    private readonly keys: Pick<AuthenticationKeys, 'code' | 'isAuthentic'>,
    private readonly alarm: (event: Pick<RecordedEvent, 'stream_id' | 'version' | 'event_id'>) => void,
    private readonly alarmOfResult: (forged: ForgedResult) => void = () => undefined,
  ) {}

  /** The authentication, under the same keys, of the results of commands that a log’s owner stores. */
  ofResults(log: string): ResultAuthentication {
    return new ResultAuthentication(this.keys, log, this.alarmOfResult);
  }

  /** The code of an event. */
  codeOf(event: CodedEvent): string {
    return this.keys.code(contextOf(event), messageOf(event));
  }

  /** Whether an event needs no code, or has the right one. */
  isAuthentic(event: CarriedEvent): boolean {
    if (!needsCode(event)) return ELEMENTS.test(event.type);
    const message = messageOrNull(event);
    return message !== null && this.keys.isAuthentic(event.mac, contextOf(event), message);
  }

  /** Whether an event is authentic; raises the alarm where it is not. */
  accepts(event: CarriedEvent): boolean {
    if (this.isAuthentic(event)) return true;
    const { stream_id, version, event_id } = event;
    this.alarm({ stream_id, version, event_id });
    return false;
  }

  /** The event if it is authentic; otherwise an event of the same stream and version without content. */
  checked(event: RecordedEvent): RecordedEvent {
    if (this.accepts(event)) return event;
    const { stream_id, version, event_id, position } = event;
    const nothing = { element: null, data: { type: FORGED }, companion: null };
    return { stream_id, version, event_id, position, type: FORGED, schema_version: 1, ...nothing };
  }
}

function contextOf({ element }: CodedEvent): string {
  return element === null ? DATA : KEY_ELEMENT;
}

/** Null for data that an owner never writes, such as numbers out of range. */
function messageOrNull(event: CodedEvent): string | null {
  try {
    return messageOf(event);
  } catch {
    return null;
  }
}

// `jsonb` does not keep the bytes of a text, but its canonical form.
function messageOf({
  stream_id,
  version,
  event_id,
  type,
  schema_version,
  element,
  data,
}: CodedEvent): string {
  return canonicalJson([stream_id, version, event_id, type, schema_version, element ?? data]);
}
