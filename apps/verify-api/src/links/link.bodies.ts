import { LINK_PROOFS, LINK_SHOWS, type LinkProof, type LinkShows } from '@service/contracts';
import { ChoiceMember, TextsMember } from '../interface/inputs/members.js';
import { MomentMember } from '../interface/inputs/moment.member.js';

/** What a link's page shows where its creator does not say. */
export const SHOWN_BY_DEFAULT: readonly LinkShows[] = ['issuer', 'origin', 'dates'];

export class CreateLinkBody {
  @TextsMember(
    'What the page shows; by default `issuer`, `origin` and `dates`. What it does not show is no secret: see `proof`.',
    { choices: LINK_SHOWS, maxItems: LINK_SHOWS.length, optional: true },
  )
  shows?: LinkShows[];

  @ChoiceMember(
    'What the link discloses: by default the record’s whole `history`, or the signed `answer` alone.',
    { choices: LINK_PROOFS, optional: true },
  )
  proof?: LinkProof;

  @MomentMember('When the link ends; null, or left out, for a link that ends only when it is revoked.', {
    optional: true,
    nullable: true,
  })
  expires_at?: string | null;
}
