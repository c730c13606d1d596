import type { IncomingMessage, ServerResponse } from 'node:http';

/** Handles the requests of one environment. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;
