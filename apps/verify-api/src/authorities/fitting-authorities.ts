import { AUTHORITY_STATES, authorityTransitionAllowed } from '@service/evidence';
import { Raw, type FindOptionsWhere } from 'typeorm';
import type { AuthorityEntity } from '../views/snapshot.entities.js';
import type { AuthorityQuery } from './authority.query.js';

const CAN_EXPIRE = AUTHORITY_STATES.filter((state) =>
  authorityTransitionAllowed(state, 'service.authority.expired'),
);
/** The state as it is answered: an authority that is due counts as expired, even before its event. */
const STATE = `CASE WHEN state = ANY (:canExpire) AND snapshot ->> 'valid_until' <= :now THEN 'expired' ELSE state END`;

/** The condition on rows that the filters of a list fit. A project has so few authorities that no index is needed. */
export function fittingAuthorities(
  { state, issuer }: Pick<AuthorityQuery, 'state' | 'issuer'>,
  now: Date,
): FindOptionsWhere<AuthorityEntity> {
  const conditions = [
    ...(state === undefined ? [] : [`${STATE} = ANY (:states)`]),
    ...(issuer === undefined ? [] : [`snapshot ->> 'issuer' = :issuer`]),
  ];
  if (conditions.length === 0) return {};
  const values = { canExpire: CAN_EXPIRE, now: now.toISOString(), states: state, issuer };
  return { state: Raw(() => conditions.join(' AND '), values) };
}
