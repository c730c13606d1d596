export { closeRun as default } from './run-server.ts';
