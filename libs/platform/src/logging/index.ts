export { createLogger, type Logger } from './create-logger.js';
export type { LogLevel } from './log-level.js';
