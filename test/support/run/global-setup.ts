export { openRun as default } from './run-server.ts';
