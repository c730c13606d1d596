import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../../interface/documentation/html.js';

const STYLE =
  ':root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}body{max-width:36rem;margin:12vh auto;padding:0 1rem}' +
  'h1{font-size:1.4rem}blockquote{margin:1rem 0;padding:.5rem 1rem;border-left:.25rem solid;overflow-wrap:anywhere}';
const STYLE_DIGEST = createHash('sha256').update(STYLE).digest('base64');
const FIELDS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
};

/**
 * A page of the Console that goes to another one by itself. Browsers do not send the session’s cookie where a navigation
 * began on another site, such as the provider’s. The navigation from this page begins on the Console's site.
 */
export function movesOn(reply: FastifyReply, path: string): FastifyReply {
  const to = escapeHtml(path);
  const refresh = `<meta http-equiv="refresh" content="0;url=${to}">`;
  return page(reply, { title: 'Console', head: refresh, body: `<p><a href="${to}">Go on</a></p>` });
}

/** @param body HTML. */
export function says(reply: FastifyReply, title: string, body: string): FastifyReply {
  return page(reply, { title, head: '', body: `<h1>${title}</h1>${body}` });
}

function page(reply: FastifyReply, { title, head, body }: Record<'title' | 'head' | 'body', string>) {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style>${head}</head><body><main>${body}</main></body></html>`;
  return reply.headers(FIELDS).send(html);
}

const SAFE_PATH = /^\/[\w\-./?=%~:,]*$/;

/** The wanted path, if it lies in the Console; else the Console’s first page. */
export function pathInConsole(root: string, wanted: unknown): string {
  const isOwn = typeof wanted === 'string' && wanted.startsWith(`${root}/`) && SAFE_PATH.test(wanted);
  return isOwn && !wanted.includes('//') && !wanted.includes('..') && wanted.length <= 1_000
    ? wanted
    : `${root}/`;
}
