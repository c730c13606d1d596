import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { ErrorCode } from '@service/contracts';
import { Operation } from '../documentation/operation.js';
import { normalMoment } from '../inputs/members.js';
import { Source, type RequestSource } from '../http/access.js';
import { IfMatch } from '../http/if-match.js';
import { PageQuery } from '../inputs/pagination.js';
import { ReasonBody } from '../inputs/reason.body.js';
import { requireMember } from '../inputs/require-member.js';
import { IssueBody, RotateBody, UpdateCredentialBody } from './credential.bodies.js';
import { Credentials } from './credentials.js';

const CHANGE_FAILS: ErrorCode[] = [
  'credential.not_found',
  'credential.transition_not_allowed',
  'credential.version_conflict',
];

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
  issue(@Body() { expires_at, ...wanted }: IssueBody, @Source() source: RequestSource) {
    if (expires_at === undefined) return this.credentials.issue(source, wanted);
    const expires = expires_at === null ? null : normalMoment(expires_at);
    return this.credentials.issue(source, { ...wanted, expires_at: expires });
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

  @Patch(':id')
  @Operation({
    name: 'credential.update',
    access: 'manage',
    method: 'PATCH',
    summary: 'Change a credential’s name or metadata, and nothing that it may do',
    answers: [200, 'Credential'],
    takes: 'body',
    fails: CHANGE_FAILS,
  })
  update(
    @Param('id') id: string,
    @Body() body: UpdateCredentialBody,
    @IfMatch() expectedVersion: number | null,
    @Source() source: RequestSource,
  ) {
    requireMember(body, 'name', 'metadata');
    return this.credentials.update(source, id, body, expectedVersion);
  }

  @Post(':id/rotate')
  @HttpCode(200)
  @Operation({
    name: 'credential.rotate',
    access: 'manage',
    summary: 'Give a credential a new token, which is in this answer and never again',
    answers: [200, 'IssuedCredential'],
    takes: 'body',
    fails: CHANGE_FAILS,
  })
  @ApiBody({ type: RotateBody, required: false })
  rotate(
    @Param('id') id: string,
    @Body() { overlap_seconds }: RotateBody,
    @IfMatch() expectedVersion: number | null,
    @Source() source: RequestSource,
  ) {
    return this.credentials.rotate(source, id, overlap_seconds, expectedVersion);
  }

  @Post(':id/revoke')
  @HttpCode(200)
  @Operation({
    name: 'credential.revoke',
    access: 'manage',
    summary: 'Revoke a credential, at once and for ever',
    answers: [200, 'Credential'],
    takes: 'body',
    fails: CHANGE_FAILS,
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
