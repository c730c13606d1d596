import { invalidRequest, type Metadata, type MetadataChange } from '@service/contracts';
import { RECORD_STATES, digestText, isDigest, type Digest, type RecordState } from '@service/evidence';
import type { ExportFormatName } from '@service/platform/exports';
import { ExportFormatMember } from '../interface/inputs/export-format.member.js';
import {
  BatchMember,
  ChoicesMember,
  DigestMember,
  IntegerMember,
  SignatureMember,
  SwitchMember,
  TextMember,
} from '../interface/inputs/members.js';
import { IdentifierMember } from '../interface/inputs/identifier.member.js';
import { MomentMember, RangeEndMember } from '../interface/inputs/moment.member.js';
import {
  MetadataChangeMember,
  MetadataFilterMember,
  MetadataMember,
} from '../interface/inputs/metadata.member.js';
import { NEWEST_VERSION } from '../interface/identified-input.js';
import type { BatchItem } from '../interface/inputs/invalid-item.js';
import { PageQuery } from '../interface/inputs/pagination.js';
import { ReasonBody } from '../interface/inputs/reason.body.js';

const ISSUER_SIGNATURE = 'The issuer’s Ed25519 signature over this transition, 64 bytes in base64url';
const NEEDED = 'needed where the authority has a `public_key`, and refused where it has none';
const EXACTLY_ONE = 'Exactly one of `content_digest` and `content` is given.';

export class RegisterBody {
  @TextMember('The authority that issues the record.')
  authority_id!: string;

  @IdentifierMember(
    'Where the record comes from: a text that the service neither reads nor follows. A page that shows it must not make it a link.',
    { maxLength: 2048 },
  )
  origin!: string;

  @DigestMember(`SHA-256 of the content. ${EXACTLY_ONE}`, { optional: true })
  content_digest?: string;

  @TextMember(`The content itself, hashed as UTF-8 and never stored. ${EXACTLY_ONE}`, {
    minLength: 0,
    optional: true,
  })
  content?: string;

  @IdentifierMember(
    'Your own name for the record, permanently unique in the project; needed where the authority has a `public_key`.',
    { maxLength: 512, optional: true, nullable: true },
  )
  external_id?: string | null;

  @MomentMember('When the record expires; must be in the future.', { optional: true, nullable: true })
  expires_at?: string | null;

  @SignatureMember(`${ISSUER_SIGNATURE}: ${NEEDED}.`, { optional: true })
  issuer_signature?: string;

  @MetadataMember()
  metadata?: Metadata;
}

export class UpdateRecordBody {
  @MetadataChangeMember()
  metadata?: MetadataChange;
}

export class RegisterBatchBody {
  @BatchMember(RegisterBody)
  records!: BatchItem<RegisterBody>[];
}

/** Body of a transition that needs nothing but its reason, and may have its issuer's signature. */
export class TransitionBody extends ReasonBody {
  @SignatureMember(`${ISSUER_SIGNATURE}: ${NEEDED}; a suspension and a revocation may do without.`, {
    optional: true,
  })
  issuer_signature?: string;

  @IntegerMember(
    'The sequence that the issuer signed: one more than the record’s `version`. Given with `issuer_signature`.',
    { min: 2, max: NEWEST_VERSION, optional: true },
  )
  sequence?: number;

  @DigestMember(
    'The digest of the element before that the issuer signed: the record’s `digest`. Given with `issuer_signature`.',
    { optional: true },
  )
  previous?: string;
}

export class AmendBody extends TransitionBody {
  @DigestMember(`SHA-256 of the new content. ${EXACTLY_ONE}`, { optional: true })
  content_digest?: string;

  @TextMember(`The new content itself. ${EXACTLY_ONE}`, { minLength: 0, optional: true })
  content?: string;

  @IdentifierMember('Where the record now comes from.', { maxLength: 2048, optional: true })
  origin?: string;

  @MomentMember('When the record now expires; must be in the future.', { optional: true, nullable: true })
  expires_at?: string | null;
}

export class SupersedeBody extends TransitionBody {
  @TextMember('The active record that replaces this one.')
  successor_id!: string;
}

export class RecordQuery extends PageQuery {
  @ChoicesMember('Records in these states.', { choices: RECORD_STATES, optional: true })
  state?: RecordState[];

  @TextMember('Records of this authority.', { maxLength: 128, optional: true })
  authority_id?: string;

  @IdentifierMember('Your own id of the record.', { maxLength: 512, optional: true })
  external_id?: string;

  @DigestMember('Records with this content.', { optional: true })
  content_digest?: string;

  @TextMember('Records whose origin begins with this text, letter by letter.', {
    maxLength: 2048,
    optional: true,
  })
  origin_prefix?: string;

  @RangeEndMember('Records registered at or after this moment.', { optional: true })
  from?: string;

  @RangeEndMember('Records registered before this moment.', { optional: true, notBefore: 'from' })
  to?: string;

  @RangeEndMember('Records that last changed at or after this moment.', { optional: true })
  updated_from?: string;

  @RangeEndMember('Records that last changed before this moment.', {
    optional: true,
    notBefore: 'updated_from',
  })
  updated_to?: string;

  @MetadataFilterMember(
    'Records that have all of these pairs of metadata: `metadata=team=checkout`, repeated for several.',
    { optional: true },
  )
  metadata?: Metadata;

  @SwitchMember(
    'Whether each record has its `verdict`, as a verification of it would say. Needs the capability `verify`, and each costs what a verification does.',
    { default: false, optional: true },
  )
  verdict?: boolean;
}

export class ExportRecordsQuery extends RecordQuery {
  @ExportFormatMember()
  format: ExportFormatName = 'ndjson';
}

/** The digest in a body, or that of the content in it.
 *  @throws ServiceError `request.invalid` where the body has both. */
export function contentDigestOf(body: { content_digest?: string; content?: string }): Digest {
  if (isDigest(body.content_digest) && body.content === undefined) return body.content_digest;
  if (body.content !== undefined && body.content_digest === undefined) return digestText(body.content);
  throw invalidRequest('content_digest', 'must not be given beside content');
}
