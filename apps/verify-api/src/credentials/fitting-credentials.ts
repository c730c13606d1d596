import type { CredentialState } from '@service/contracts';
import { Raw, type FindOptionsWhere } from 'typeorm';
import type { CredentialEntity } from '../views/snapshot.entities.js';
import type { CredentialQuery } from './credential.query.js';

type Filter = Pick<CredentialQuery, 'state' | 'capability'>;

/** The answered state: expiry and the end of an overlap count even before their events. */
const STATE = `CASE WHEN state IN ('revoked', 'expired') THEN state
  WHEN snapshot ->> 'expires_at' <= :now THEN 'expired'
  WHEN snapshot -> 'secrets' -> 1 ->> 'works_until' > :now THEN 'rotating' ELSE 'active' END`;

/** The stored states that a credential in an answered state can have. */
const STORED: Readonly<Record<CredentialState, readonly CredentialState[]>> = {
  active: ['active', 'rotating'],
  rotating: ['rotating'],
  expired: ['expired', 'active', 'rotating'],
  revoked: ['revoked'],
};

/** The condition that rows match the filters of a list. */
export function fittingCredentials(filter: Filter, now: Date): FindOptionsWhere<CredentialEntity> {
  const { state, capability } = filter;
  const conditions = [
    ...(state === undefined ? [] : ['state = ANY (:stored)', `${STATE} = ANY (:states)`]),
    ...(capability === undefined
      ? []
      : [`CAST(snapshot AS jsonb) -> 'capabilities' @> CAST(:held AS jsonb)`]),
  ];
  if (conditions.length === 0) return {};
  const values = {
    stored: storedStates(filter),
    states: state,
    now: now.toISOString(),
    held: JSON.stringify([capability]),
  };
  return { state: Raw(() => conditions.join(' AND '), values) };
}

/**
 * Conditions by which an index finds rows in the order of the list. They include all rows that match the filters;
 * null where no filter is given.
 */
export function amongCredentials(filter: Filter): FindOptionsWhere<CredentialEntity>[] | null {
  const stored = storedStates(filter);
  if (stored !== null) return stored.map((state) => ({ state }));
  return filter.capability === undefined ? null : [{}];
}

function storedStates({ state }: Filter): CredentialState[] | null {
  return state === undefined ? null : [...new Set(state.flatMap((each) => STORED[each]))];
}
