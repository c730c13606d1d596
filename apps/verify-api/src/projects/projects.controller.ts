import { Body, Controller, Get, HttpCode, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Environment, ErrorCode, ProjectSnapshot } from '@service/contracts';
import type { OperationOptions } from '../documentation/operation-options.js';
import { Operation } from '../documentation/operation.js';
import type { Answer } from '../schemas/schemas.js';
import { Source, type RequestSource } from '../http/access.js';
import { IfMatch } from '../http/if-match.js';
import { PageQuery } from '../inputs/pagination.js';
import { ReasonBody } from '../inputs/reason.body.js';
import { requireMember } from '../inputs/require-member.js';
import { ENVIRONMENT } from '../infrastructure/tokens.js';
import { GatewayViews } from '../views/gateway-views.js';
import { CreateProjectBody, UpdateProjectBody } from './project.bodies.js';
import { Projects } from './projects.js';

const transition = (name: string, summary: string, ...fails: ErrorCode[]): OperationOptions<'Project'> => ({
  name,
  access: 'operator',
  summary,
  answers: [200, 'Project'],
  takes: 'body',
  fails: ['project.not_found', 'project.version_conflict', ...fails],
});

/** Projects: the caller's own, and all of them for operators. */
@ApiTags('projects')
@Controller('v1/projects')
export class ProjectsController {
  constructor(
    private readonly projects: Projects,
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
  create(@Body() { name }: CreateProjectBody, @Source() source: RequestSource) {
    return this.projects.create(source, name);
  }

  @Get()
  @Operation({
    name: 'project.list',
    access: 'operator',
    summary: 'List projects, newest first',
    answers: [200, 'ProjectPage'],
    takes: 'query',
  })
  list(@Query() query: PageQuery) {
    return this.projects.list(query);
  }

  @Get('current')
  @Operation({
    name: 'project.current',
    access: 'any',
    summary: 'Read the credential’s own project and environment, and what it may do',
    answers: [200, 'CurrentProject'],
  })
  current(@Source() { projectId, credentialId, capabilities }: RequestSource): Answer<'CurrentProject'> {
    const { directory } = this.views;
    const credential = directory.credential(credentialId);
    return {
      project: directory.project(projectId) ?? null,
      environment: this.environment,
      credential_id: credentialId,
      capabilities: [...capabilities],
      expires_at: credential?.expires_at ?? null,
      authorities: credential?.authorities ?? null,
      allowed_ips: credential?.allowed_ips ?? null,
      rate_limit: credential?.rate_limit ?? null,
    };
  }

  @Get(':id')
  @Operation({
    name: 'project.read',
    access: 'operator',
    summary: 'Read a project',
    answers: [200, 'Project'],
    fails: ['project.not_found'],
  })
  read(@Param('id') id: string): ProjectSnapshot {
    return this.projects.read(id);
  }

  @Patch(':id')
  @Operation({
    ...transition('project.update', 'Change a project’s name, quota or longest life of credentials'),
    method: 'PATCH',
  })
  update(
    @Param('id') id: string,
    @Body() body: UpdateProjectBody,
    @IfMatch() expectedVersion: number | null,
    @Source() source: RequestSource,
  ): Promise<ProjectSnapshot> {
    requireMember(body, 'name', 'quota', 'max_credential_days');
    return this.projects.update(source, id, body, expectedVersion);
  }

  @Post(':id/suspend')
  @HttpCode(200)
  @Operation(
    transition(
      'project.suspend',
      'Suspend a project: all of its credentials are refused',
      'project.transition_not_allowed',
    ),
  )
  suspend(
    @Param('id') id: string,
    @Body() { reason }: ReasonBody,
    @IfMatch() expected_version: number | null,
    @Source() source: RequestSource,
  ): Promise<ProjectSnapshot> {
    return this.projects.change('project.suspend', source, id, { reason, expected_version });
  }

  @Post(':id/resume')
  @HttpCode(200)
  @Operation(transition('project.resume', 'Resume a suspended project', 'project.transition_not_allowed'))
  resume(
    @Param('id') id: string,
    @Body() { reason }: ReasonBody,
    @IfMatch() expected_version: number | null,
    @Source() source: RequestSource,
  ): Promise<ProjectSnapshot> {
    return this.projects.change('project.resume', source, id, { reason, expected_version });
  }
}
