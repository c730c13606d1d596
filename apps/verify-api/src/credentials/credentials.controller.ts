import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { normalMoment } from '../documentation/members.js';
import { Operation } from '../documentation/operation.js';
import { Source, type RequestSource } from '../http/access.js';
import { IfMatch } from '../http/if-match.js';
import { PageQuery } from '../http/pagination.js';
import { ReasonBody } from '../http/reason.body.js';
import { IssueBody } from './credential.bodies.js';
import { Credentials } from './credentials.js';

/** Terms that limit nothing. */
export const WHOLE_PROJECT = { authorities: null, allowed_ips: null, rate_limit: null, metadata: {} };

/** Credentials of the caller's project. */
@ApiTags('credentials')
@Controller('v1/credentials')
export class CredentialsController {
  constructor(private readonly credentials: Credentials) {}

  @Post()
  @Operation({
    name: 'credential.issue',
    access: 'manage',
    summary: 'Issue a credential; its token is in this answer and never again',
    answers: [201, 'IssuedCredential'],
    takes: 'body',
  })
  issue(@Body() { name, capabilities, expires_at }: IssueBody, @Source() source: RequestSource) {
    const expires = expires_at == null ? null : normalMoment(expires_at);
    return this.credentials.issueFor(source, { ...WHOLE_PROJECT, name, capabilities, expires_at: expires });
  }

  @Get()
  @Operation({
    name: 'credential.list',
    access: 'read',
    summary: 'List credentials, newest first',
    answers: [200, 'CredentialPage'],
    takes: 'query',
  })
  list(@Query() query: PageQuery, @Source() source: RequestSource) {
    return this.credentials.list(source.projectId, query);
  }

  @Get(':id')
  @Operation({
    name: 'credential.read',
    access: 'read',
    summary: 'Read a credential',
    answers: [200, 'Credential'],
    fails: ['credential.not_found'],
  })
  read(@Param('id') id: string, @Source() source: RequestSource) {
    return this.credentials.read(source.projectId, id);
  }

  @Post(':id/revoke')
  @HttpCode(200)
  @Operation({
    name: 'credential.revoke',
    access: 'manage',
    summary: 'Revoke a credential, at once and for ever',
    answers: [200, 'Credential'],
    takes: 'body',
    fails: ['credential.not_found', 'credential.transition_not_allowed', 'credential.version_conflict'],
  })
  revoke(
    @Param('id') id: string,
    @Body() { reason }: ReasonBody,
    @IfMatch() expectedVersion: number | null,
    @Source() source: RequestSource,
  ) {
    return this.credentials.revoke(source, id, reason, expectedVersion);
  }
}
