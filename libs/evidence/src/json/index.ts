export * from './canonical-json.js';
export * from './exact-number.js';
export * from './strict-json.js';
