import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect } from '@jest/globals';
import { eventually } from '@service/testing';
import type { TestService } from './service.js';

/** An answer's status and body. */
export interface PinnedAnswer {
  status: number;
  // eslint-disable-next-line typescript/no-explicit-any
  body: Record<string, any>;
}

/** One connection, so that all of its requests reach the same gateway of those that share a port. */
export class PinnedConnection {
  readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(
    private readonly service: Pick<TestService, 'baseUrl'>,
    private readonly token: string,
  ) {}

  /** Asks once; what is unavailable stays so. */
  ask(method: 'GET' | 'POST', path: string, body?: object): Promise<PinnedAnswer> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' };
      const options = { agent: this.agent, method, headers };
      const asking = request(this.service.baseUrl + path, options, (answer) => {
        json(answer).then(
          (read) => resolve({ status: answer.statusCode ?? 0, body: read as PinnedAnswer['body'] }),
          reject,
        );
      });
      asking.once('error', reject);
      asking.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

/** Two connections to different gateways. */
export async function connectToBoth(
  service: TestService,
  token: string,
): Promise<[PinnedConnection, PinnedConnection]> {
  const byGateway = new Map<string, PinnedConnection>();
  while (byGateway.size < 2) {
    const connection = new PinnedConnection(service, token);
    const gateway = await gatewayOf(service, connection);
    if (byGateway.has(gateway)) connection.close();
    else byGateway.set(gateway, connection);
  }
  return [...byGateway.values()] as [PinnedConnection, PinnedConnection];
}

/** What the gateway that answers a connection writes its history as. */
async function gatewayOf(service: TestService, connection: PinnedConnection): Promise<string> {
  const { body } = await connection.ask('POST', '/v1/records/verify', { record_id: 'rec_example' });
  return eventually(async () => {
    const rows = await service.sql<{ writer: string }>(
      'SELECT writer FROM verify_api.interactions WHERE lines LIKE $1',
      [`%${body['request_id']}%`],
    );
    expect(rows).toHaveLength(1);
    return rows[0]?.writer ?? '';
  });
}
