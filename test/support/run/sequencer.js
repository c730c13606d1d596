import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

// The one file of the faults takes minutes, in which the files on Kafka are run beside it.
const PROJECTS = ['unit', 'end-to-end', 'long', 'browser', 'faults', 'kafka', 'interop'];

/** Begun last, each of these would keep one worker busy for a minute after the others have ended. */
const LONG = /\/test\/(browser\/pages|crash|distributed\/(processes|upgrade))\.test\.ts$/;

/** Jest's order, but one project after the other, and in each the files that share a service before those that start
 *  their own: a worker then starts the shared one once. Any other order is right too, and slower. */
export default class SharingFirst extends Sequencer {
  sort(tests) {
    const place = ({ path, context }) => {
      const text = readFileSync(path, 'utf8');
      const part = !/describe(Project|InBrowser)\(/.test(text)
        ? 2
        : text.includes('describeService(')
          ? 1
          : 0;
      return 3 * PROJECTS.indexOf(context.config.displayName.name) + part;
    };
    const rank = ({ path }) => (LONG.test(path) ? 0 : 1);
    return super.sort(tests).toSorted((one, other) => place(one) - place(other) || rank(one) - rank(other));
  }
}
