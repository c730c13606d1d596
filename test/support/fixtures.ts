import { randomUUID } from 'node:crypto';
import { eventually } from '@service/testing';
import { Client, type Answer } from './client.js';
import type { RoleTokens, TestService } from './service.js';

/** What most tests need: clients for each role of a project, an authority and a record. */
export interface Fixture extends ReturnType<typeof openClients> {
  projectId: string;
  authorityId: string;
  /** A record that no test changes. */
  recordId: string;
}

/** Opens clients on a service's default project and grants a fresh authority. */
export async function openFixture(service: TestService): Promise<Fixture> {
  const fixture = openClients(new Client(service), service.tokens.development);
  const authorityId = await grant(fixture.admin);
  return { ...fixture, projectId: 'prj_default', authorityId, recordId: 'rec_example' };
}

/** Clients for each role, by the roles' tokens. */
export function openClients(anonymous: Client, tokens: RoleTokens) {
  const { verify, read, audit } = tokens;
  const [admin, operator] = [anonymous.as(tokens.admin), anonymous.as(tokens.operator)];
  return {
    anonymous,
    admin,
    verifier: anonymous.as(verify),
    reader: anonymous.as(read),
    auditor: anonymous.as(audit),
    operator,
    /** A holder of a new credential of the project. */
    holding: async (members: object) => (await issue(admin, members)).client,
    /** The admin of a new project. */
    stranger: async () => (await createProject(operator)).admin,
  };
}

/** Issues a credential that can read, or as the members say. */
export async function issue(by: Client, members: object = {}) {
  const answer = await by.post('/v1/credentials', { name: 'A test', capabilities: ['read'], ...members });
  const [id, token] = [idOf(answer), String(answer.body['token'])];
  return { id, token, client: by.as(token) };
}

/** Creates a project. @returns its id, and its admin. */
export async function createProject(operator: Client, name = 'Another') {
  const answer = await operator.post('/v1/projects', { name });
  const [id, token] = [idOf(answer), String(answer.body['admin_credential'].token)];
  return { id, token, admin: operator.as(token) };
}

/** Grants an authority. @returns its id. */
export async function grant(admin: Client, members: object = {}): Promise<string> {
  const answer = await admin.post('/v1/authorities', {
    issuer: 'Test Registry',
    scope: ['verify'],
    valid_until: '2090-01-01T00:00:00Z',
    ...members,
  });
  return idOf(answer);
}

/** Registers a record. @returns its id. */
export async function register(admin: Client, authorityId: string, members: object = {}): Promise<string> {
  const answer = await admin.post('/v1/records', {
    authority_id: authorityId,
    origin: 'https://registry.example/1',
    content: 'content',
    ...members,
  });
  return idOf(answer);
}

/** Ends when the events of a fixture's own authorities and record are published: what is subscribed to before that may
 *  still get them. */
export async function published({ admin }: Fixture): Promise<void> {
  await eventually(async () => {
    const { body } = await admin.get('/v1/events');
    const types = (body['data'] as { type: string }[]).map(({ type }) => type);
    return types.filter((type) => /record|authority/.test(type)).length >= 3;
  });
}

/** A name that nothing else has. */
export function uniqueName(): string {
  return randomUUID();
}

/** A moment some milliseconds from now. */
export function inMilliseconds(milliseconds: number): string {
  return new Date(Date.now() + milliseconds).toISOString();
}

const LONGEST = 20_000;

/**
 * Does what must be done before a moment that comes soon. If a busy machine took longer, it is repeated with twice the
 * time; an error before the moment is an error of the work.
 */
export async function beforeMoment<Result>(
  work: (moment: string) => Promise<Result>,
  milliseconds = 1_500,
): Promise<Result> {
  const moment = inMilliseconds(milliseconds);
  try {
    return await work(moment);
  } catch (error) {
    if (Date.now() < Date.parse(moment) || milliseconds > LONGEST) throw error;
    return beforeMoment(work, 2 * milliseconds);
  }
}

export function idOf(answer: Answer): string {
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return String(answer.body['id']);
}
