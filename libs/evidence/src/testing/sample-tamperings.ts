import type { EvidenceBundle } from '../bundle/index.js';
import type { VerifyOptions } from '../verifying/options.js';
import type { CheckName } from '../verifying/report.js';
import { Editable } from './editable.js';
import { SampleService } from './sample-service.js';

/** Evidence and the options to verify it with. */
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
  against: () => { options?: VerifyOptions; trust?: object },
): Tampering {
  const whole = { text: JSON.stringify(honest.bundle), trust: honest.trust, options: {} };
  return { how, check, make: () => ({ ...whole, ...against() }) };
}

/** A lie that the service itself signed. */
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
