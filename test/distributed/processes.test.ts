import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@service/testing';
import { readProcessList, type ListedProcess } from '../../infra/distributed/process-list.ts';
import { waitForEnd } from '../../infra/processes.ts';
import { testClientContract } from '../support/client-contract/client-contract.js';
import { describeService } from '../support/describe-service.js';
import { documentedMetrics, exportedMetrics } from '../support/documented-metrics.js';
import { register } from '../support/fixtures.js';
import { TestService } from '../support/service.js';
import { GATEWAY_SETTINGS, testGateways } from './test-gateways.js';
import { OWN_LOG_SETTINGS, testOwnLog } from './test-own-log.js';

const ENV = { REPLICAS: '2', ...GATEWAY_SETTINGS };

describeService({ name: 'two processes of each app', env: ENV }, (service, fixture) => {
  const processes = () => readProcessList(service.dataDirectory);
  const processNamed = async (name: string): Promise<ListedProcess> => {
    const found = (await processes()).find((each) => each.name === name);
    if (found === undefined) throw new Error(`No process ${name}.`);
    return found;
  };

  it('are listed, with the address of their health', async () => {
    const listed = (await processes()).slice(1);
    expect(listed.map(({ name }) => name).sort()).toEqual(
      ['credential-authority', 'record-store', 'verify-api', 'webhook-dispatcher'].flatMap((app) => [
        `${app} 1`,
        `${app} 2`,
      ]),
    );
    for (const { name, pid, adminUrl } of listed) {
      expect(service.output).toMatch(new RegExp(`^${name} +${pid} +${adminUrl}$`, 'm'));
      expect((await fetch(`${adminUrl}/readyz`)).status).toBe(200);
    }
  });

  it('have the metrics of docs/metrics.md, and no others', async () => {
    const texts = (await processes())
      .flatMap(({ adminUrl }) => adminUrl ?? [])
      .map(async (url) => (await fetch(`${url}/metrics`)).text());
    const { always, withKafka } = documentedMetrics();
    expect(exportedMetrics((await Promise.all(texts)).join('\n'))).toEqual([...always, ...withKafka].sort());
  });

  it('can receive no deliveries, on any of their ports', async () => {
    const urls = [service.baseUrl, ...(await processes()).flatMap(({ adminUrl }) => adminUrl ?? [])];
    expect(urls).toHaveLength(9);
    for (const endpoint of urls) {
      const wanted = { endpoint: `${endpoint}/`, categories: ['record'] };
      const { status, body } = await fixture.admin.post('/v1/subscriptions', wanted);
      const details = [
        { field: 'endpoint', issue: expect.stringContaining('its port is one of this service') },
      ];
      expect([status, body['error']]).toEqual([422, expect.objectContaining({ details })]);
    }
    const elsewhere = { endpoint: 'http://127.0.0.1:4000/', categories: ['record'] };
    expect((await fixture.admin.post('/v1/subscriptions', elsewhere)).status).toBe(201);
  });

  it('refuse a second start on the same data directory with a sentence', async () => {
    const second = await TestService.launch({ dataDirectory: service.dataDirectory });
    expect(await once(second.process, 'exit')).toEqual([1, null]);
    expect(second.errors).toContain(service.dataDirectory);
    expect(second.errors.trim().split('\n')).toHaveLength(1);
  });

  // Here, because they take a service of the same kind, which is long in starting.
  describe('of which two gateways', () => testGateways(service, fixture));
  describe('and the TypeScript client', () => testClientContract(service, fixture));

  it('are started again, one of each after kill -9', async () => {
    const names = ['record-store 1', 'credential-authority 2', 'webhook-dispatcher 1', 'verify-api 1'];
    const killed = await Promise.all(names.map(processNamed));
    for (const { pid } of killed) process.kill(pid, 'SIGKILL');
    const again = async ({ name, pid }: ListedProcess) => {
      const found = await processNamed(name);
      expect(found.pid).not.toBe(pid);
      expect((await fetch(`${found.adminUrl}/readyz`)).status).toBe(200);
    };
    await Promise.all(killed.map((each) => eventually(() => again(each), { timeout: 60_000 })));
    await eventually(() => register(fixture.admin, fixture.authorityId), { timeout: 30_000 });
  }, 120_000);

  it('end by themselves when the one that started them is killed, and block no new start', async () => {
    const [first, ...others] = await processes();
    process.kill(first?.pid ?? 0, 'SIGKILL');
    await service.begin({ ENVIRONMENT: 'development', ...ENV, ...OWN_LOG_SETTINGS });
    expect(
      await waitForEnd(
        others.map(({ pid }) => pid),
        0,
      ),
    ).toEqual([]);
    await eventually(() => register(fixture.admin, fixture.authorityId), { timeout: 30_000 });
  }, 240_000);

  describe('and their log', () => testOwnLog(service, fixture));
});
