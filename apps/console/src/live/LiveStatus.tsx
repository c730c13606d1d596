import { useNow } from '../components/Time.js';
import { State, type Tone } from '../components/State.js';
import type { LiveState } from './live-messages.js';

const WORDS: Readonly<Record<LiveState['kind'], readonly [tone: Tone, word: string]>> = {
  off: ['quiet', 'not live'],
  connecting: ['busy', 'connecting'],
  live: ['good', 'live'],
  waiting: ['warn', 'connection lost'],
  refused: ['warn', 'not live'],
};

/** Whether the page is updated live. */
export function LiveStatus({ state }: { state: LiveState }) {
  const [tone, word] = WORDS[state.kind];
  return (
    <State state={word} tone={tone}>
      {state.kind === 'waiting' ? <Waiting until={state.until} /> : word}
    </State>
  );
}

function Waiting({ until }: { until: number }) {
  // The pause is measured by the browser's clock; the server's only triggers the updates.
  useNow(1_000);
  const left = Math.ceil((until - Date.now()) / 1_000);
  return <>{left > 0 ? `connection lost, next try in ${left} s` : 'connection lost, trying again'}</>;
}
