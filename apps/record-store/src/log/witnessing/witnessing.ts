import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { cosignerKey, noteVerifier, parseVerifierKey } from '@service/evidence';
import type { Leadership, Leading } from '@service/messaging';
import type { Metrics } from '@service/platform/metrics';
import type { WitnessSetting } from '@service/platform/settings';
import type { WitnessAddress } from './ask-witness.js';
import { Gatherer, type GathererOptions, type WitnessStatus } from './gatherer.js';

export interface WitnessingOptions extends Omit<GathererOptions, 'witnesses'> {
  witnesses: readonly WitnessSetting[];
  leadership: Leadership;
  metrics: Metrics;
}

/** Has one replica of the app gather cosignatures, where there are witnesses. */
@Injectable()
export class Witnessing implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly leading: Leading | null;

  constructor({ leadership, metrics, witnesses, ...options }: WitnessingOptions) {
    const gatherer = new Gatherer({ ...options, witnesses: witnesses.map(addressOf) });
    measureWitnesses(metrics, gatherer);
    this.leading = witnesses.length === 0 ? null : leadership.lead('witnesses', gatherer);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.leading?.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.leading?.stop();
  }
}

function addressOf({ vkey, url }: WitnessSetting): WitnessAddress {
  const verifier = noteVerifier(cosignerKey(parseVerifierKey(vkey)));
  // The setting's form has checked it.
  if (verifier === null) throw new TypeError(`The witness ${vkey} has a key of another kind.`);
  return { verifier, url };
}

/** Reports on the witnesses; only the replica that asks them knows. */
function measureWitnesses(metrics: Metrics, gatherer: Gatherer): void {
  const add = (name: string, help: string, valueOf: (status: WitnessStatus) => number | null) =>
    metrics.gauge({ name: `transparency_log_witness_${name}`, help, labels: ['witness'] }, () =>
      gatherer.status.flatMap((status) => {
        const value = valueOf(status);
        return value === null ? [] : [{ labels: { witness: status.name }, value }];
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
