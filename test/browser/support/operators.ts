import { randomUUID } from 'node:crypto';
import type { Environment } from '@service/contracts';
import { eventually } from '@service/testing';
import { Client, type Answer } from '../../support/client.js';
import type { TestService } from '../../support/service.js';
import { originOf } from './describe-in-browser.js';
import type { Visitor } from './visitor.js';

type Role = 'auditor' | 'operator' | 'admin' | 'owner';

/** Whom the host invites. */
interface Invited {
  environment?: Environment;
  role?: Role;
  /** All projects unless it is given. */
  project?: string;
}

type Host = Pick<TestService, 'baseUrl' | 'command'>;

const COMMAND = 'standalone/commands/console.js';

/** The link that the command on the service's host prints. */
export async function invitationLink(
  service: Host,
  { environment = 'development', role = 'owner', project }: Invited = {},
): Promise<string> {
  const limit = project === undefined ? [] : ['--project', project];
  const output = await service.command(COMMAND, 'invite', environment, '--role', role, ...limit);
  const link = URL.parse(output.trim());
  if (link === null) throw new Error(`No link: ${output}`);
  // The gateway learns of it a moment later than the command.
  await eventually(async () => {
    const body = { token: link.hash.slice(1) };
    return (await callConsole(service, environment, 'POST', 'api/invitation', { body })).ok;
  });
  // The command cannot know the free port that the service was given.
  return originOf(service) + link.pathname + link.hash;
}

/** A person whom the service knows. */
export interface Operator {
  name: string;
  address: string;
  password: string;
  id: string;
  environment: Environment;
  /** `name=value`. */
  cookie: string;
}

/** Invites somebody and accepts with a password, without a page. */
export async function enrol(service: Host, invited: Invited & { name?: string } = {}): Promise<Operator> {
  const { environment = 'development', name = `Somebody ${randomUUID().slice(0, 8)}` } = invited;
  const link = await invitationLink(service, invited);
  const token = new URL(link).hash.slice(1);
  const address = `${randomUUID()}@example.com`;
  const password = randomUUID();
  const response = await callConsole(service, environment, 'POST', 'api/invitation/password', {
    body: { token, name, address, password },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text}`);
  const { operator } = JSON.parse(text) as { operator: { id: string } };
  const [set = ''] = response.headers.getSetCookie();
  const [cookie = ''] = set.split(';');
  return { name, address, password, id: operator.id, environment, cookie };
}

/** Lets a visitor's browser in as that operator, as if they had signed in there. */
export async function enterConsole({ context, origin }: Visitor, operator: Operator): Promise<void> {
  const [name = '', value = ''] = operator.cookie.split(/=(.*)/s);
  const path = `/console/${operator.environment}`;
  const url = new URL(origin);
  await context.addCookies([{ name, value, domain: url.hostname, path, httpOnly: true, sameSite: 'Strict' }]);
}

export interface ConsoleCall {
  body?: unknown;
  cookie?: string;
  headers?: Record<string, string>;
}

/** Calls the Console's API of an environment as a page of its own would: `path` is `api/…`. */
export function callConsole(
  service: Pick<TestService, 'baseUrl'>,
  environment: Environment,
  method: string,
  path: string,
  { body, cookie, headers = {} }: ConsoleCall = {},
): Promise<Response> {
  const origin = originOf(service);
  return fetch(`${origin}/console/${environment}/${path}`, {
    method,
    redirect: 'manual',
    headers: {
      origin,
      ...(cookie !== undefined && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Calls `/v1/…` as a page does in which an operator has chosen a project. */
export type PageCall = (method: string, path: string, body?: unknown) => Promise<Answer>;

export function pageCalls(service: Host, operator: Operator, project?: string): PageCall {
  const baseUrl = `${originOf(service)}/console/${operator.environment}/api`;
  const client = new Client({ baseUrl });
  const headers = {
    origin: originOf(service),
    cookie: operator.cookie,
    ...(project !== undefined && { 'service-project': project }),
  };
  return (method, path, body) => client.call(method, path, { headers, ...(body !== undefined && { body }) });
}
