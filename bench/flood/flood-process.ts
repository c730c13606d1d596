import { FLOODS, type FloodTarget } from './floods.ts';

// A process of its own, so that what it does is not mistaken for the quiet tenant's.
const outcomes: Record<string, number> = {};

process.once('disconnect', () => process.exit());
process.on('message', (message: { flood: string; target: FloodTarget } | 'report') => {
  if (message === 'report') process.send?.(outcomes);
  else FLOODS[message.flood]?.(message.target, (status) => (outcomes[status] = (outcomes[status] ?? 0) + 1));
});
