import { readFileSync } from 'node:fs';
import Sequencer from '@jest/test-sequencer';

const PROJECTS = ['unit', 'end-to-end', 'end-to-end on Kafka', 'faults'];

/** Jest's order, but for one project after another, and in each first the suites that share a service, last of them those
 *  that start one of their own as well: it is then started and stopped once. Any other order is right too, and slower. */
export default class SharingFirst extends Sequencer {
  sort(tests) {
    const place = ({ path, context }) => {
      const text = readFileSync(path, 'utf8');
      const part = !text.includes('describeProject(') ? 2 : text.includes('describeService(') ? 1 : 0;
      return 3 * PROJECTS.indexOf(context.config.displayName.name) + part;
    };
    return super.sort(tests).toSorted((one, other) => place(one) - place(other));
  }
}
