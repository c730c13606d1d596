import type { CHECK_OPTIONS } from '../table/evidence-options.js';
import type { Run } from '../table/option.js';
import { withPins } from '../profiles/pins.js';
import { readBundleCall } from '../verifying/arguments.js';
import { printVerification } from '../verifying/print-verification.js';

/** `rvs bundle verify` */
export const run: Run<typeof CHECK_OPTIONS> = async (call) =>
  printVerification(readBundleCall(await withPins(call, { answers: false })));
