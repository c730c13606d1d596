export { Amounts } from './amounts.js';
export { Batcher, type BatcherOptions } from './batcher.js';
export { SerialByKey } from './serial-by-key.js';
