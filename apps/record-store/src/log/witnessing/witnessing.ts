import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Environment } from '@service/contracts';
import { cosignerKey, noteVerifier, parseVerifierKey } from '@service/evidence';
import type { Leadership, Leading } from '@service/messaging';
import type { Metrics } from '@service/platform/metrics';
import type { WitnessSetting } from '@service/platform/settings';
import type { WitnessAddress } from './ask-witness.js';
import { Gatherer, type GathererOptions } from './gatherer.js';
import { measureWitnesses } from './measure-witnesses.js';

export interface WitnessingOptions extends Omit<GathererOptions, 'witnesses'> {
  witnesses: readonly WitnessSetting[];
  leadership: Leadership;
  metrics: Metrics;
  environment: Environment;
}

/** Has one replica of the app gather cosignatures, where there are witnesses. */
@Injectable()
export class Witnessing implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly leading: Leading | null;

  constructor({ leadership, metrics, environment, witnesses, ...options }: WitnessingOptions) {
    const gatherer = new Gatherer({ ...options, witnesses: witnesses.map(addressOf) });
    measureWitnesses(metrics, environment, gatherer);
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
