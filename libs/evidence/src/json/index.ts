export * from './canonical-json.js';
export * from './strict-json.js';
