import type { Environment } from '@service/contracts';
import type { Metrics } from '@service/platform/metrics';
import type { Gatherer, WitnessStatus } from './gatherer.js';

/** Reports on the witnesses; only the replica that asks them knows. */
export function measureWitnesses(metrics: Metrics, environment: Environment, gatherer: Gatherer): void {
  const add = (name: string, help: string, valueOf: (status: WitnessStatus) => number | null) =>
    metrics.gauge(
      { name: `transparency_log_witness_${name}`, help, labels: ['environment', 'witness'] },
      () =>
        gatherer.status.flatMap((status) => {
          const value = valueOf(status);
          return value === null ? [] : [{ labels: { environment, witness: status.name }, value }];
        }),
    );
  add(
    'lag_entries',
    'Entries of the transparency log that the witness has not cosigned yet.',
    ({ lag }) => lag,
  );
  add(
    'objects',
    'Whether the witness objects that the transparency log does not continue the one that it cosigned.',
    ({ objects }) => (objects ? 1 : 0),
  );
}
