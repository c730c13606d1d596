import type { FastifyReply } from 'fastify';

const FIELDS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/**
 * A page of the Console’s own site that moves on by itself: the session’s cookie is not sent where the way began at another
 * site, such as the provider’s, and this page begins a new one.
 * @param path without characters that mean something in HTML.
 */
export function movesOn(reply: FastifyReply, path: string): FastifyReply {
  return page(reply, `<meta http-equiv="refresh" content="0;url=${path}">`, `<a href="${path}">Go on</a>`);
}

export function says(reply: FastifyReply, sentence: string): FastifyReply {
  return page(reply, '', sentence);
}

function page(reply: FastifyReply, head: string, body: string): FastifyReply {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Console</title>${head}</head><body><p>${body}</p></body></html>`;
  return reply.headers(FIELDS).send(html);
}

const SAFE_PATH = /^\/[\w\-./?=%~:,]*$/;

/** The path to go on at, if it lies in the Console; else its first page. */
export function pathInConsole(root: string, wanted: unknown): string {
  const isOwn = typeof wanted === 'string' && wanted.startsWith(`${root}/`) && SAFE_PATH.test(wanted);
  return isOwn && !wanted.includes('//') && !wanted.includes('..') && wanted.length <= 1_000
    ? wanted
    : `${root}/`;
}
