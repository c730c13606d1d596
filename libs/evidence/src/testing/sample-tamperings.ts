import type { EvidenceBundle } from '../bundle/index.js';
import type { VerifyOptions } from '../verifying/options.js';
import type { CheckName } from '../verifying/report.js';
import { Editable } from './editable.js';
import { SampleService } from './sample-service.js';

/** Something to be verified, and what against. */
interface Exhibit {
  text: string | Uint8Array;
  trust: object;
  options: VerifyOptions;
}

/** A way to tamper with evidence, and the first check that must fail. */
export interface Tampering {
  how: string;
  check: CheckName;
  make(): Exhibit;
}

const service = SampleService.usual();
const answer = service.answer('rec_1', { turn: { size: 41, index: 5 } });
service.fill(9);

/** An honest service that went on after it had answered, and a bundle of it. */
export const honest = { service, trust: service.trust(), bundle: service.bundle('rec_1', answer) };

/** Somebody changed a bundle who cannot sign. */
export function edited(how: string, check: CheckName, edit: (bundle: Editable) => void): Tampering {
  return rewritten(how, check, () => {
    const bundle = new Editable(honest.bundle);
    edit(bundle);
    return JSON.stringify(bundle.value);
  });
}

/** Somebody changed a bundle's text. */
export function rewritten(
  how: string,
  check: CheckName,
  rewrite: (text: string) => string | Uint8Array,
): Tampering {
  const make = () => ({ text: rewrite(JSON.stringify(honest.bundle)), trust: honest.trust, options: {} });
  return { how, check, make };
}

/** The bundle is whole; whoever verifies it holds something against it. */
export function heldAgainst(
  how: string,
  check: CheckName,
  against: () => { options?: VerifyOptions; trust?: object },
): Tampering {
  const whole = { text: JSON.stringify(honest.bundle), trust: honest.trust, options: {} };
  return { how, check, make: () => ({ ...whole, ...against() }) };
}

/** The service itself lies, and signs it. */
export function lied(
  how: string,
  check: CheckName,
  lie: (service: SampleService) => { bundle: EvidenceBundle; options?: VerifyOptions },
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
