import { Inject, Injectable } from '@nestjs/common';
import { UnavailableError, type OperatorSnapshot } from '@service/contracts';
import type { Digest } from '@service/evidence';
import { DIRECTORY_FRESHNESS } from '../../../infrastructure/injection-tokens.js';
import { Directory } from '../../../views/directory.js';
import type { Freshness } from '../../../views/freshness.js';
import type { KeyRow } from './operator-keys.js';
import { thumbprintOf } from './thumbprints.js';

/** A key of an operator, as the row holds it and the operator’s events confirm it. */
export interface ProvenKey {
  operator: OperatorSnapshot;
  thumbprint: Digest;
  row: KeyRow;
}

/** Compares rows of keys with the operators in memory. */
@Injectable()
export class KnownOperators {
  constructor(
    @Inject(Directory) private readonly directory: Pick<Directory, 'operator' | 'operators' | 'isTampered'>,
    @Inject(DIRECTORY_FRESHNESS) private readonly freshness: Pick<Freshness, 'require'>,
  ) {}

  /**
   * The first of some rows that an active operator’s events confirm.
   * @throws ServiceError `service.unavailable` while the directory is stale, or has an event of that operator that is not
   *   authentic.
   */
  proven(rows: readonly KeyRow[]): ProvenKey | null {
    this.freshness.require();
    for (const row of rows) {
      const operator = this.directory.operator(row.operator_id);
      const thumbprint = thumbprintOf(row);
      if (operator?.state !== 'active' || thumbprint === null) continue;
      if (!operator.keys.some((key) => key.kind === row.kind && key.thumbprint === thumbprint)) continue;
      if (this.directory.isTampered(operator.id)) {
        throw new UnavailableError({ cause: 'events_not_authentic', id: operator.id });
      }
      return { operator, thumbprint, row };
    }
    return null;
  }

  /** The operator whom an invitation is for; null where it was redeemed, replaced, or has expired. */
  invitedBy(digest: Digest, now: number): OperatorSnapshot | null {
    this.freshness.require();
    for (const operator of this.directory.operators()) {
      const { invitation, state, id } = operator;
      if (state !== 'invited' || invitation?.digest !== digest) continue;
      if (Date.parse(invitation.expires_at) <= now || this.directory.isTampered(id)) return null;
      return operator;
    }
    return null;
  }

  /**
   * Whether an operator keeps its name and address: while it is active, may still redeem its invitation, or is not known
   * here, since another gateway may know it already.
   */
  counts(id: string, now: number): boolean {
    const operator = this.directory.operator(id);
    if (operator?.state !== 'invited') return operator?.state !== 'removed';
    return operator.invitation !== null && Date.parse(operator.invitation.expires_at) > now;
  }

  /** Whether anybody can sign in yet. */
  hasAny(): boolean {
    return [...this.directory.operators()].some(({ state }) => state === 'active');
  }
}
