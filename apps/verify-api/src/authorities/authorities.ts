import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  agreedDate,
  newId,
  type AuthoritySnapshot,
  type CommandPayload,
  type CommandType,
  type GrantAuthority,
} from '@service/contracts';
import { AUTHORITY_STATES, authorityStateAt, authorityTransitionAllowed } from '@service/evidence';
import { In, Raw, Repository, type FindOptionsWhere } from 'typeorm';
import type { Call } from '../interface/call.js';
import { CommandSender, type CommandSource } from '../owners/command-sender.js';
import { Cursors } from '../interface/inputs/cursors.js';
import type { Page } from '../interface/inputs/pagination.js';
import { listNewest } from '../lists/list-newest.js';
import type { AskingCaller } from '../views/asking-caller.js';
import { AuthorityEntity } from '../views/snapshot.entities.js';
import { GatewayViews } from '../views/gateway-views.js';
import type { AuthorityQuery } from './authority.query.js';
import { knownAuthority } from './known-authority.js';

const CAN_EXPIRE = AUTHORITY_STATES.filter((state) =>
  authorityTransitionAllowed(state, 'service.authority.expired'),
);
/** The state as it is answered: an authority that is due counts as expired, even before its event. */
const STATE = `CASE WHEN state = ANY (:canExpire) AND snapshot ->> 'valid_until' <= :now THEN 'expired' ELSE state END`;

type Change = Exclude<Extract<CommandType, `authority.${string}`>, 'authority.grant'>;

/** Reads a project's authorities and sends their commands. */
@Injectable()
export class Authorities {
  constructor(
    private readonly commands: CommandSender,
    private readonly views: GatewayViews,
    @InjectRepository(AuthorityEntity) private readonly authorities: Repository<AuthorityEntity>,
    private readonly cursors: Cursors,
  ) {}

  /** @throws ServiceError `request.invalid` for a `valid_until` that has passed. */
  async grant(
    source: CommandSource,
    payload: GrantAuthority,
    id = newId('authority'),
  ): Promise<AuthoritySnapshot> {
    return shownAuthority(await this.commands.send('authority.grant', source, id, payload));
  }

  /** @throws ServiceError `authority.not_found` and the owner's refusals. */
  async change<Type extends Change>(
    type: Type,
    call: Call,
    id: string,
    payload: CommandPayload<Type>,
  ): Promise<AuthoritySnapshot> {
    await knownAuthority(this.views, call, id);
    return shownAuthority((await this.commands.send(type, call, id, payload)) as AuthoritySnapshot);
  }

  /**
   * The reason comes from the view, because no event tells of its erasure.
   * @throws ServiceError `authority.not_found`.
   */
  async read(caller: AskingCaller, id: string): Promise<AuthoritySnapshot> {
    const known = shownAuthority((await knownAuthority(this.views, caller, id)).snapshot);
    if (known.reason === null) return known;
    const row = await this.authorities.findOneBy({ id });
    return row?.version === known.version ? { ...known, reason: row.snapshot.reason } : known;
  }

  list({ projectId, authorities }: AskingCaller, query: AuthorityQuery): Promise<Page<AuthoritySnapshot>> {
    const now = agreedDate();
    const reached = authorities === null ? {} : { id: In(authorities) };
    return listNewest(
      this.authorities,
      {
        cursors: this.cursors.of('authorities.list', projectId, query),
        freshness: this.views.freshness.directoryTables,
        where: [{ project_id: projectId as string, ...reached, ...fittingAuthorities(query, now) }],
        toItem: (row) => shownAuthority(row.snapshot, now),
      },
      query,
    );
  }
}

/** An authority as it is answered, with its state at this time. */
function shownAuthority(authority: AuthoritySnapshot, now = agreedDate()): AuthoritySnapshot {
  return { ...authority, state: authorityStateAt(authority, now) };
}

/** The condition that rows match the filters of a list. A project has so few authorities that no index is needed. */
function fittingAuthorities(
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
