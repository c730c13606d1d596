import { NumberMember } from '../interface/inputs/members.js';

/** Query parameters of the log’s growth. */
export class CheckpointsQuery {
  @NumberMember('The smallest tree.', { min: 0, max: Number.MAX_SAFE_INTEGER, default: 0, optional: true })
  from: number = 0;

  @NumberMember('The largest tree; the newest one where it is left out.', {
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    optional: true,
  })
  to?: number;

  @NumberMember('Checkpoints at most. They are spread evenly over the sizes.', {
    min: 2,
    max: 100,
    default: 50,
    optional: true,
  })
  limit: number = 50;
}
