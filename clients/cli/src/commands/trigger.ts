import { CommandError } from '../errors.js';
import { pathSegment } from '../operations/run-operation.js';
import { printDocument } from '../output/print.js';
import { operandsOf } from '../read-call.js';
import { confirmChange } from '../service/confirm.js';
import { openService, type OpenedService } from '../service/open-service.js';
import type { TRIGGER_OPTIONS } from '../table/api-options.js';
import type { Run } from '../table/option.js';

/** `rvs trigger` */
export const run: Run<typeof TRIGGER_OPTIONS> = async (call) => {
  const [type = ''] = operandsOf(call, 'TYPE');
  const opened = await openService(call.values);
  const id = call.values.subscription ?? (await onlySubscription(opened));
  await confirmChange(opened.connection, call.values, `trigger ${type} at ${id}`);
  const path = `/v1/subscriptions/${pathSegment(id)}/test`;
  printDocument(await opened.service.request({ method: 'POST', path, body: { type } }), call.values);
  return 0;
};

async function onlySubscription({ service }: OpenedService): Promise<string> {
  type Subscription = { id: string; state: string };
  const list = service.list<Subscription>({
    method: 'GET',
    path: '/v1/subscriptions',
    query: { limit: 100 },
  });
  const active: string[] = [];
  for await (const { id, state } of list) if (state === 'active') active.push(id);
  const [only] = active;
  if (only !== undefined && active.length === 1) return only;
  throw new CommandError(
    active.length === 0
      ? 'No subscription is active.'
      : `--subscription must be one of ${active.join(', ')}.`,
  );
}
