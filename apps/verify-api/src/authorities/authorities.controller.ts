import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { AuthoritySnapshot, ErrorCode } from '@service/contracts';
import type { OperationOptions } from '../documentation/operation-options.js';
import { Operation } from '../documentation/operation.js';
import { normalMoment } from '../inputs/members.js';
import { Source, type RequestSource } from '../http/access.js';
import { IfMatch } from '../http/if-match.js';
import { PageQuery } from '../inputs/pagination.js';
import { ReasonBody } from '../inputs/reason.body.js';
import { GrantBody, RenewBody, RescopeBody, RevokeAuthorityBody } from './authority.bodies.js';
import { Authorities } from './authorities.js';

const CHANGE_FAILS: ErrorCode[] = [
  'authority.not_found',
  'authority.transition_not_allowed',
  'authority.version_conflict',
];

const transition = (name: string, summary: string): OperationOptions<'Authority'> => ({
  name,
  access: 'manage',
  summary,
  answers: [200, 'Authority'],
  takes: 'body',
  fails: CHANGE_FAILS,
});

/** Authorities: who stands behind records. */
@ApiTags('authorities')
@Controller('v1/authorities')
export class AuthoritiesController {
  constructor(private readonly authorities: Authorities) {}

  @Post()
  @Operation({
    name: 'authority.grant',
    access: 'manage',
    summary: 'Grant an authority',
    answers: [201, 'Authority'],
    takes: 'body',
  })
  grant(@Body() body: GrantBody, @Source() source: RequestSource): Promise<AuthoritySnapshot> {
    const { issuer, scope, valid_until, public_key = null } = body;
    const granted = { issuer, scope, valid_until: normalMoment(valid_until), public_key };
    return this.authorities.grant(source, granted);
  }

  @Get()
  @Operation({
    name: 'authority.list',
    access: 'read',
    summary: 'List authorities, newest first',
    answers: [200, 'AuthorityPage'],
    takes: 'query',
  })
  list(@Query() query: PageQuery, @Source() source: RequestSource) {
    return this.authorities.list(source, query);
  }

  @Get(':id')
  @Operation({
    name: 'authority.read',
    access: 'read',
    summary: 'Read an authority',
    answers: [200, 'Authority'],
    fails: ['authority.not_found'],
  })
  read(@Param('id') id: string, @Source() source: RequestSource): Promise<AuthoritySnapshot> {
    return this.authorities.read(source, id);
  }

  @Post(':id/renew')
  @HttpCode(200)
  @Operation(transition('authority.renew', 'Renew an authority, an expired one too'))
  renew(
    @Param('id') id: string,
    @Body() { reason, valid_until }: RenewBody,
    @IfMatch() expected_version: number | null,
    @Source() source: RequestSource,
  ): Promise<AuthoritySnapshot> {
    const change = { reason, expected_version, valid_until: normalMoment(valid_until) };
    return this.authorities.change('authority.renew', source, id, change);
  }

  @Post(':id/rescope')
  @HttpCode(200)
  @Operation(transition('authority.rescope', 'Narrow or widen an authority’s scope'))
  rescope(
    @Param('id') id: string,
    @Body() { reason, scope }: RescopeBody,
    @IfMatch() expected_version: number | null,
    @Source() source: RequestSource,
  ): Promise<AuthoritySnapshot> {
    return this.authorities.change('authority.rescope', source, id, { reason, expected_version, scope });
  }

  @Post(':id/suspend')
  @HttpCode(200)
  @Operation(transition('authority.suspend', 'Suspend an authority'))
  suspend(
    @Param('id') id: string,
    @Body() { reason }: ReasonBody,
    @IfMatch() expected_version: number | null,
    @Source() source: RequestSource,
  ): Promise<AuthoritySnapshot> {
    return this.authorities.change('authority.suspend', source, id, { reason, expected_version });
  }

  @Post(':id/reinstate')
  @HttpCode(200)
  @Operation(transition('authority.reinstate', 'Reinstate a suspended authority'))
  reinstate(
    @Param('id') id: string,
    @Body() { reason }: ReasonBody,
    @IfMatch() expected_version: number | null,
    @Source() source: RequestSource,
  ): Promise<AuthoritySnapshot> {
    return this.authorities.change('authority.reinstate', source, id, { reason, expected_version });
  }

  @Post(':id/revoke')
  @HttpCode(200)
  @Operation(transition('authority.revoke', 'Revoke an authority, which is final'))
  revoke(
    @Param('id') id: string,
    @Body() { reason, cause, invalid_since }: RevokeAuthorityBody,
    @IfMatch() expected_version: number | null,
    @Source() source: RequestSource,
  ): Promise<AuthoritySnapshot> {
    const since = invalid_since === undefined ? null : normalMoment(invalid_since);
    const change = { reason, expected_version, cause, invalid_since: since };
    return this.authorities.change('authority.revoke', source, id, change);
  }
}
