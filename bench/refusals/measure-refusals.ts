import { oddBodies, type OddBody } from '../../test/support/odd-bodies.ts';
import { percentile } from '../../infra/percentiles.ts';
import type { Section } from '../section.ts';
import type { ServiceProcess } from '../service-process.ts';

const REPEATS = 5;
/** Reports of leaks have a rate limit per address. */
const OPEN_REPEATS = 2;
const BYTES = 64 * 1024;
const BATCH_BYTES = 1024 * 1024;

interface Route {
  method: string;
  path: string;
  isOpen: boolean;
  members: string[];
}

interface Schema {
  $ref?: string;
  properties?: object;
}

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        security?: unknown[];
        requestBody?: { content: { 'application/json': { schema: Schema } } };
      }
    >
  >;
  components: { schemas: Record<string, Schema> };
}

/** How long the service takes to refuse the largest odd bodies of each route, one at a time. */
export async function measureRefusals(service: ServiceProcess): Promise<Section> {
  const { body: document } = await service.ask<Document>('GET', '/v1/openapi.json');
  const rows: Section['rows'] = [];
  for (const route of routesIn(document)) {
    const limit = route.path.endsWith('/batch') ? BATCH_BYTES : BYTES;
    const measured = [];
    for (const body of oddBodies(route.members, limit)) measured.push(await measure(service, route, body));
    const worst = measured.reduce((first, second) => (second.median > first.median ? second : first));
    rows.push({
      route: `${route.method} ${route.path}`,
      bodies: measured.length,
      slowest: worst.name,
      bytes: worst.bytes,
      status: worst.status,
      ms: worst.median,
      answer_bytes: worst.answerBytes,
    });
  }
  return {
    title: 'refusing the largest odd bodies',
    rows: rows.sort((first, second) => Number(second['ms']) - Number(first['ms'])),
    notes: [
      `Of each route the body whose refusal takes longest: the median of ${REPEATS} requests, one after the other,`,
      'from the first byte sent to the last one received. The event loop is busy for a part of it.',
    ],
  };
}

function routesIn({ paths, components }: Document): Route[] {
  const membersOf = ({ $ref, properties = {} }: Schema): string[] =>
    Object.keys(
      $ref === undefined ? properties : (components.schemas[$ref.split('/').at(-1) ?? '']?.properties ?? {}),
    );
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security, requestBody }]) =>
      requestBody === undefined
        ? []
        : [
            {
              method: method.toUpperCase(),
              path: path.replaceAll(/\{\w+\}/g, 'missing'),
              isOpen: security?.length === 0,
              members: membersOf(requestBody.content['application/json'].schema),
            },
          ],
    ),
  );
}

async function measure({ port, token }: ServiceProcess, { method, path, isOpen }: Route, body: OddBody) {
  const times: number[] = [];
  let status = 0;
  let answerBytes = 0;
  for (let count = 0; count < (isOpen ? OPEN_REPEATS : REPEATS); count += 1) {
    const startedAt = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body.text,
    });
    answerBytes = (await response.arrayBuffer()).byteLength;
    times.push(performance.now() - startedAt);
    status = response.status;
  }
  return {
    name: body.name,
    bytes: Buffer.byteLength(body.text),
    status,
    median: percentile(times, 0.5),
    answerBytes,
  };
}
