import type { SignedElement } from '../elements/element-signature.js';
import type { JsonValue } from '../json/index.js';
import { pick, type Dice } from './mutations.js';
import { sampleKey } from './sample-keys.js';
import { SAMPLE_NOW, SAMPLE_ORIGIN, SampleLog } from './sample-log.js';
import { SampleService } from './sample-service.js';
import { newestOf } from './tamperings-times.js';

const MINUTE = 60;

/**
 * A bundle of an operator that does what it likes under genuine signatures: at random it ends keys, goes on under ended ones, changes
 * authorities, names elements of before, and chooses every time.
 */
export function randomHistory(dice: Dice): { bundle: object; trust: object } {
  const log = new SampleLog(`${SAMPLE_ORIGIN}${pick(dice, ['', '', '/recovered-1'])}`, SAMPLE_NOW);
  const service = SampleService.usual(log);
  const keys = [service.provenance];
  let minutes = -360;
  // Mostly forward, so that chains of times that do not decrease are usual.
  const at = () => {
    minutes += dice(12) === 0 ? -dice(20) : dice(40);
    return new Date(
      (SAMPLE_NOW + minutes * MINUTE + pick(dice, [0, 0, 4, 11, 34, 36])) * 1_000,
    ).toISOString();
  };
  const older = () => (dice(8) === 0 && log.origin !== SAMPLE_ORIGIN ? { log: SAMPLE_ORIGIN } : {});
  // Mostly a new salt; rarely one of another element, or a malformed one.
  const salted = () => {
    const chains = [service.records.get('rec_1'), service.authorities.get('aut_1'), ...service.keys.values()];
    const used = chains.flatMap((chain) => chain?.elements.at(-1)?.content.salt ?? []);
    return dice(30) === 0 ? { salt: pick(dice, [...used, 'AAAA']) } : {};
  };
  let remembered = newestOf(service, 'aut_1');
  const steps: (() => void)[] = [
    () => service.fill(1 + dice(4)),
    () => {
      const key = sampleKey(`random ${keys.length}`, 'provenance');
      service.keyElement(key, { occurred_at: at(), ...older(), ...salted() });
      keys.push(key);
      service.provenance = key;
    },
    () => void (service.provenance = pick(dice, keys)),
    () => {
      const cause = pick(dice, ['ceased', 'key_compromise'] as const);
      const time = at();
      const from = cause === 'ceased' ? null : dice(log.size + 1);
      const since = cause === 'ceased' ? null : pick(dice, [time, at()]);
      const end = { type: 'service.key.revoked', state: 'revoked', cause } as const;
      const told = { invalid_since: since, invalid_from_size: from, occurred_at: time, ...older() };
      const left = keys.filter(({ keyId }) => service.keys.get(keyId)?.elements.length === 1);
      if (left.length > 0) service.keyElement(pick(dice, left), { ...end, ...told });
    },
    () => service.authority('aut_1', { type: 'service.authority.scope_changed', occurred_at: at() }),
    () => {
      const isActive = service.authorities.get('aut_1')?.elements.at(-1)?.content.state === 'active';
      const [type, state] = isActive
        ? pick(dice, [
            ['service.authority.suspended', 'suspended'],
            ['service.authority.revoked', 'revoked'],
          ] as const)
        : (['service.authority.reinstated', 'active'] as const);
      const cause = state === 'revoked' ? 'ceased' : null;
      service.authority('aut_1', { type, state, cause, occurred_at: at(), ...salted() });
    },
    ...Array.from({ length: 4 }, () => () => {
      const isActive = service.records.get('rec_1')?.elements.at(-1)?.content.state === 'active';
      const [type, state] = isActive
        ? pick(dice, [
            ['service.record.amended', 'active'],
            ['service.record.amended', 'active'],
            ['service.record.suspended', 'suspended'],
          ] as const)
        : pick(dice, [
            ['service.record.reinstated', 'active'],
            ['service.record.revoked', 'revoked'],
          ] as const);
      const named = dice(5) === 0 ? { authority: remembered } : {};
      service.record('rec_1', 'aut_1', { type, state, occurred_at: at(), ...named, ...older(), ...salted() });
    }),
    () => void (remembered = newestOf(service, 'aut_1')),
  ];
  for (let left = 2 + dice(7); left > 0; left -= 1) pick(dice, steps)();
  // No leaf of the log holds a signature. So a forger can publish a key later, date it back, and sign an old element with it.
  const chain = pick(dice, [
    service.records.get('rec_1'),
    service.authorities.get('aut_1'),
    undefined,
    undefined,
  ]);
  if (chain !== undefined) {
    const late = sampleKey('random and late', 'provenance');
    service.publish(late);
    const elements: SignedElement<object>[] = chain.elements;
    const place = dice(elements.length);
    elements[place] = service.sign(elements[place]?.content ?? {}, late);
  }
  service.fill(dice(3));
  const trust = service.trust() as { [name: string]: JsonValue };
  return { bundle: service.bundle('rec_1'), trust: dice(4) === 0 ? { ...trust, keys: [] } : trust };
}
