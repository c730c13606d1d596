export { Amounts } from './amounts.js';
export { Batcher, type BatcherOptions } from './batcher.js';
export { SerialByKey } from './serial-by-key.js';
export { SLICE, TurnsByKey, processorTime } from './turns-by-key.js';
