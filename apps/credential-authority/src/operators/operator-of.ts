import type { OperatorEvent, OperatorSnapshot } from '@service/contracts';
import { dataOf, type LoadedStream } from '@service/event-store';
import { isForeign } from '../streams/stream-domain.js';
import { evolve } from './operator.decider.js';

/**
 * The operator of a stream; null where the stream is empty, or another aggregate's.
 * @throws ServiceError `service.unavailable` where an event is forged or missing.
 */
export function operatorOf(stream: LoadedStream): OperatorSnapshot | null {
  if (isForeign(stream, 'operator')) return null;
  return dataOf<OperatorEvent>(stream).reduce<OperatorSnapshot | null>(evolve, null);
}
