import { TERMS_BOUNDS } from '@service/contracts';
import { FlagMember, IntegerMember } from './members.js';

/** How the secret of a credential or a subscription is rotated. */
export class RotateBody {
  @IntegerMember('Seconds for which the old secret stays in use beside the new one; 0 ends it at once.', {
    min: 0,
    max: TERMS_BOUNDS.overlapSeconds,
    default: 86_400,
    optional: true,
  })
  overlap_seconds: number = 86_400;

  @FlagMember(
    'Whether to rotate while an old secret is still in use from the rotation before; that secret ends at once.',
    { default: false, optional: true },
  )
  force: boolean = false;
}
