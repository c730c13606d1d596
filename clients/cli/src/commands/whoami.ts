import { printDocument } from '../output/print.js';
import { operandsOf } from '../read-call.js';
import { openReader } from '../service/open-service.js';
import type { Run } from '../table/option.js';
import type { SERVICE_OPTIONS } from '../table/service-options.js';

/** `rvs whoami` */
export const run: Run<typeof SERVICE_OPTIONS> = async (call) => {
  operandsOf(call);
  const { service, connection, verifies } = await openReader(call.values);
  const caller = await service.request<object>({ method: 'GET', path: '/v1/projects/current' });
  const own = { profile: connection.profile?.name ?? null, url: connection.url, verifies };
  printDocument({ ...own, ...caller }, call.values);
  return 0;
};
