import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from '../../generated/openapi.js';
import { errorOf } from './api-error.js';
import { segment } from '../format/segment.js';
import { root } from './place.js';
import { send, unbroken } from './send.js';

/** Types of the API: `Schemas['Record']`. */
export type Schemas = components['schemas'];

/** Calls of the API, typed by its OpenAPI document: `api.GET('/v1/records/{id}', { params: { path: { id } } })`. */
export type Api = Client<paths>;

/**
 * @param projectId null for the whole environment.
 * @param act idempotency key of the calls.
 */
export function makeApi(projectId: string | null, act: string | null = null): Api {
  const api = createClient<paths>({
    baseUrl: `${root}/api`,
    fetch: send,
    pathSerializer: (path, values) =>
      path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(String(values[name]))),
    headers: projectId === null ? {} : { 'Service-Project': projectId },
  });
  let calls = 0;
  api.use({
    onRequest({ request }) {
      if (request.method !== 'POST' || request.headers.has('idempotency-key')) return;
      calls += 1;
      request.headers.set('idempotency-key', `${act ?? crypto.randomUUID()}-${calls}`);
    },
  });
  return api;
}

/** What a call of the client resolves to. */
interface Answered<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** The data of an answer; a route that can also answer with text, such as CSV, does so only for those who ask.
 *  @throws ApiError */
export async function dataOf<Data>(call: Promise<Answered<Data>>): Promise<Exclude<Data, string>> {
  const { data, error, response } = await unbroken(call);
  if (!response.ok) throw errorOf(response, error);
  return data as Exclude<Data, string>;
}

/**
 * The unparsed body of an answer: evidence, whose digests re-encoding would break, or a file to save.
 * @param path from `/v1/` on, with its query.
 * @param type the requested media type, if the route has several.
 * @throws ApiError
 */
export async function rawAnswer(
  projectId: string | null,
  path: string,
  type?: string,
): Promise<{ text: string; headers: Headers }> {
  const headers = {
    ...(projectId === null ? {} : { 'Service-Project': projectId }),
    ...(type === undefined ? {} : { accept: type }),
  };
  const response = await send(new Request(`${root}/api${path}`, { headers }));
  const text = await unbroken(response.text());
  if (!response.ok) throw errorOf(response, parsed(text));
  return { text, headers: response.headers };
}

/** Calls a route of the session, which the public interface does not describe.
 *  @param path below `api/`, such as `session`.
 *  @throws ApiError */
export async function callSession<Data>(
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Data> {
  const init =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await send(new Request(`${root}/api/${path}`, { method, ...init }));
  const text = await unbroken(response.text());
  if (!response.ok) throw errorOf(response, parsed(text));
  return (text === '' ? undefined : parsed(text)) as Data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
