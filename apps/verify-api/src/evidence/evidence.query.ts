import { NumberMember } from '../interface/inputs/members.js';

/** Query parameters of a bundle. */
export class EvidenceQuery {
  @NumberMember({
    description:
      'Size of a checkpoint that you stored earlier. The bundle then proves, in `earlier`, that the log of that checkpoint is the beginning of this one.',
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    optional: true,
  })
  from?: number;
}
