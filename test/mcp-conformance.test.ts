import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeProject } from './support/describe-project.js';

const SUITE = join(import.meta.dirname, '../node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** Scenarios that call tools, prompts and resources which only a server made for the suite has, or optional features. */
const NEED_FIXTURES =
  /^(?:tools-call-.*|elicitation-.*|sampling-.*|resources-read-.*|resources-templates-read|prompts-get-.*|json-schema-2020-12|http-custom-header-server-validation|input-required-result-(?!unsupported-methods).*)$/;
/** Features of the protocol that are optional, and that the service does not have. */
const NOT_OFFERED = /^(?:logging-set-level|resources-(?:un)?subscribe|tasks-.*)$/;

/** Checks of `server-stateless` that call a tool which only a server made for the suite has. */
const STATELESS_WITH_FIXTURES = 4;

describeProject('the official conformance suite', (service) => {
  let between: Server;

  // The suite sends no credential.
  beforeAll(async () => {
    const own = new URL(service.baseUrl);
    between = createServer((request, response) => {
      const { host = '' } = request.headers;
      const headers = {
        ...request.headers,
        host: host.startsWith('localhost') || host.startsWith('127.') ? own.host : host,
        authorization: `Bearer ${service.tokens.development.admin}`,
      };
      const { method, url } = request;
      const passed = send({ host: own.hostname, port: own.port, method, path: url, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      passed.on('error', (error) => response.destroy(error));
      request.pipe(passed);
    }).listen(0, 'localhost');
    await once(between, 'listening');
  });

  afterAll(() => void between.close());

  const run = (revision: string): Promise<string> => {
    const { port } = between.address() as AddressInfo;
    const args = [SUITE, 'server', '--url', `http://localhost:${port}/mcp`, '--requirements', revision];
    const env = { PATH: process.env['PATH'], NO_COLOR: '1' };
    // It exits with 1 because some scenarios need fixtures.
    return new Promise((resolve) =>
      execFile(process.execPath, args, { env }, (_, output) => resolve(output)),
    );
  };

  it.each([
    [
      '2025-11-25',
      [
        'completion-complete',
        'dns-rebinding-protection',
        'ping',
        'prompts-list',
        'resources-list',
        'server-initialize',
        'tools-list',
      ],
    ],
    [
      '2026-07-28',
      [
        'caching',
        'completion-complete',
        'dns-rebinding-protection',
        'http-header-validation',
        'prompts-list',
        'resources-list',
        'sep-2164-resource-not-found',
        'server-stateless',
        'tools-list',
      ],
    ],
  ])('of revision %s passes wherever it needs no fixture', async (revision, most) => {
    const found = [...(await run(revision)).matchAll(/^[✓✗] ([\w-]+): (\d+) passed, (\d+) failed/gmu)];
    const outcomes = found.map(([, name = '', passed, failed]) => ({
      name,
      passed: Number(passed),
      failed: Number(failed),
    }));
    const failing = outcomes.filter(
      ({ name, failed }) =>
        failed > (name === 'server-stateless' ? STATELESS_WITH_FIXTURES : 0) &&
        !NEED_FIXTURES.test(name) &&
        !NOT_OFFERED.test(name),
    );
    expect(failing).toEqual([]);
    const passing = outcomes.filter(({ passed }) => passed > 1).map(({ name }) => name);
    expect(most.filter((name) => !passing.includes(name))).toEqual([]);
  });
});
