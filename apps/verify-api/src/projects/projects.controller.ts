import { Body, Controller, Get, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CAPABILITIES, newId, type Environment } from '@service/contracts';
import { WHOLE_PROJECT } from '../credentials/credentials.controller.js';
import { Credentials, ENVIRONMENT } from '../credentials/credentials.js';
import { Operation } from '../documentation/operation.js';
import { Source, type RequestSource } from '../http/access.js';
import { CommandSender } from '../http/command-sender.js';
import { GatewayViews } from '../views/gateway-views.js';
import { CreateProjectBody } from './project.bodies.js';

/** What an admin holds: every capability but `audit`, which goes with `read` only. */
export const ADMIN_CAPABILITIES = CAPABILITIES.filter((capability) => capability !== 'audit');

/** Projects: the caller's own, and new ones by operators. */
@ApiTags('projects')
@Controller('v1/projects')
export class ProjectsController {
  constructor(
    private readonly commands: CommandSender,
    private readonly credentials: Credentials,
    private readonly views: GatewayViews,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  @Post()
  @Operation({
    name: 'project.create',
    access: 'operator',
    summary: 'Create a project with its first admin credential',
    answers: [201, 'CreatedProject'],
    takes: 'body',
  })
  async create(@Body() { name }: CreateProjectBody, @Source() source: RequestSource) {
    const part = (which: string) => source.idempotency?.part(which) ?? null;
    const creator = { ...source, idempotency: part('project') };
    const project = await this.commands.send('project.create', creator, newId('project'), { name });
    const owner = { ...source, projectId: project.id, idempotency: part('credential') };
    const wanted = { ...WHOLE_PROJECT, name: 'Admin', capabilities: ADMIN_CAPABILITIES, expires_at: null };
    return { project, credential: await this.credentials.issue(owner, wanted) };
  }

  @Get('current')
  @Operation({
    name: 'project.current',
    access: 'any',
    summary: 'Read the credential’s own project, environment and capabilities',
    answers: [200, 'CurrentProject'],
  })
  current(@Source() { projectId, credentialId, capabilities }: RequestSource) {
    return {
      project: this.views.directory.project(projectId) ?? null,
      environment: this.environment,
      credential_id: credentialId,
      capabilities,
    };
  }
}
