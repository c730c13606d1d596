import { LINK_PROOFS, LINK_SHOWS, type LinkProof, type LinkShows } from '@service/contracts';
import { ChoiceMember, TextsMember } from '../interface/inputs/members.js';
import { MomentMember } from '../interface/inputs/moment.member.js';

/** What a link's page shows where its creator does not say. */
export const SHOWN_BY_DEFAULT: readonly LinkShows[] = ['issuer', 'origin', 'dates'];

export class CreateLinkBody {
  @TextsMember({
    description: `What the page shows besides whether the record is good; ${SHOWN_BY_DEFAULT.map((each) => `\`${each}\``).join(', ')} where this is left out. With \`proof: "history"\` it is no secret what is not shown: the whole history travels as proof.`,
    choices: LINK_SHOWS,
    maxItems: LINK_SHOWS.length,
    optional: true,
  })
  shows?: LinkShows[];

  @ChoiceMember({
    description:
      '`history` discloses the record’s whole history, so that anybody checks all of it; `answer` only the signed answer. `history` where this is left out.',
    choices: LINK_PROOFS,
    optional: true,
  })
  proof?: LinkProof;

  @MomentMember({
    description: 'When the link ends; null, or left out, for a link that ends only when it is revoked.',
    optional: true,
    nullable: true,
  })
  expires_at?: string | null;
}
