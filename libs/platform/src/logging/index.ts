export { createLogger, type Logger } from './create-logger.js';
export { LineLimit } from './line-limit.js';
export type { LogLevel } from './log-level.js';
