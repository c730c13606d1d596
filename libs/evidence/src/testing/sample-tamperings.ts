import type { EvidenceBundle } from '../bundle/index.js';
import type { VerifyOptions } from '../verifying/options.js';
import type { CheckName } from '../verifying/report.js';
import { Editable } from './editable.js';
import type { JsonValue } from '../json/index.js';
import { SampleLog } from './sample-log.js';
import { SampleService, type Unusual } from './sample-service.js';

/** Evidence and the options to verify it with. */
export interface Exhibit {
  text: string | Uint8Array;
  trust: object;
  options: ExhibitOptions;
}

/** The verifier's options, with the bytes of the log's entries. */
export type ExhibitOptions = Omit<VerifyOptions, 'entries'> & { entries?: readonly Uint8Array[] };

/** A way to tamper with evidence, and the first check that must fail. */
export interface Tampering {
  how: string;
  check: CheckName;
  make(): Exhibit;
}

const service = SampleService.usual();
const answer = service.answer('rec_1', { turn: { size: 41, index: 5 } });
service.fill(9);

/** A bundle of an honest service, whose log grew after the answer. */
export const honest = { service, trust: service.trust(), bundle: service.bundle('rec_1', answer) };

/** A bundle that was changed without a key. */
export function edited(how: string, check: CheckName, edit: (bundle: Editable) => void): Tampering {
  return rewritten(how, check, () => {
    const bundle = new Editable(honest.bundle);
    edit(bundle);
    return JSON.stringify(bundle.value);
  });
}

/** A bundle whose text was changed. */
export function rewritten(
  how: string,
  check: CheckName,
  rewrite: (text: string) => string | Uint8Array,
): Tampering {
  const make = () => ({ text: rewrite(JSON.stringify(honest.bundle)), trust: honest.trust, options: {} });
  return { how, check, make };
}

/** A valid bundle that contradicts what the verifier knows. */
export function heldAgainst(
  how: string,
  check: CheckName,
  against: () => { options?: ExhibitOptions; trust?: object },
): Tampering {
  const whole = { text: JSON.stringify(honest.bundle), trust: honest.trust, options: {} };
  return { how, check, make: () => ({ ...whole, ...against() }) };
}

/** A lie that the service itself signed. */
export function lied(
  how: string,
  check: CheckName,
  lie: (service: SampleService) => { bundle: EvidenceBundle; options?: ExhibitOptions },
  liarOf = () => SampleService.usual(),
): Tampering {
  return {
    how,
    check,
    make() {
      const liar = liarOf();
      const { bundle, options = {} } = lie(liar);
      return { text: JSON.stringify(bundle), trust: liar.trust(), options };
    },
  };
}

/** An answer with a false body that is signed. */
export function saying(how: string, check: CheckName, edit: (body: Editable) => void): Tampering {
  return lied(how, check, (service) => {
    const body = (told: Record<string, JsonValue>) => {
      const editable = new Editable(told);
      edit(editable);
      return editable.value as typeof told;
    };
    return { bundle: service.bundle('rec_1', service.answer('rec_1', { body })) };
  });
}

/** An answer that is unusual in another way. */
export function answering(
  how: string,
  check: CheckName,
  unusual: (service: SampleService) => Unusual,
): Tampering {
  return lied(how, check, (service) => ({
    bundle: service.bundle('rec_1', service.answer('rec_1', unusual(service))),
  }));
}

/** A history that is unusual. */
export function keeping(how: string, check: CheckName, keep: (service: SampleService) => void): Tampering {
  return lied(how, check, (service) => {
    keep(service);
    return { bundle: service.bundle('rec_1') };
  });
}

/** The service's log with one other entry, under the same keys. */
export function forkOf(service: SampleService, at: number): SampleLog {
  const fork = new SampleLog();
  fork.signers.splice(0, 1, ...service.log.signers);
  for (const [index, entry] of service.log.entries.entries()) {
    fork.append(index === at ? entry.slice().fill(9, 32) : entry);
  }
  return fork;
}
