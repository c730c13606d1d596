import { State, type Tone } from '../components/State.js';
import type { LiveState } from './live-messages.js';

const WORDS: Readonly<Record<LiveState['kind'], readonly [tone: Tone, word: string]>> = {
  off: ['quiet', 'not live'],
  connecting: ['busy', 'connecting'],
  live: ['good', 'live'],
  waiting: ['warn', 'connection lost, trying again'],
  refused: ['warn', 'not live'],
};

/** Whether the page is updated live. */
export function LiveStatus({ state }: { state: LiveState }) {
  const [tone, word] = WORDS[state.kind];
  return <State state={word} tone={tone} />;
}
