export * from './bound-connections.js';
