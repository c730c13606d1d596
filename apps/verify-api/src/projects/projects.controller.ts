import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { OperationRoute } from '../documentation/operation-route.js';
import { CurrentCall } from '../http/current-call.js';
import { IfMatch } from '../http/if-match.js';
import { PageQuery } from '../inputs/pagination.js';
import { ReasonBody } from '../inputs/reason.body.js';
import type { Call } from '../operations/call.js';
import { Operations } from '../operations/operations.js';
import { CreateProjectBody, SubjectBody, UpdateProjectBody } from './project.bodies.js';
import { projectOperations } from './project.operations.js';

/** Projects: the caller's own, and all of them for operators. */
@Controller('v1/projects')
export class ProjectsController {
  constructor(private readonly operations: Operations) {}

  @Post()
  @OperationRoute(projectOperations.create, { status: 201, takes: 'body' })
  create(@Body() body: CreateProjectBody, @CurrentCall() call: Call) {
    return this.operations.run(projectOperations.create, call, body);
  }

  @Get()
  @OperationRoute(projectOperations.list, { status: 200, takes: 'query' })
  list(@Query() query: PageQuery, @CurrentCall() call: Call) {
    return this.operations.run(projectOperations.list, call, query);
  }

  @Get('current')
  @OperationRoute(projectOperations.current, { status: 200 })
  current(@CurrentCall() call: Call) {
    return this.operations.run(projectOperations.current, call, {});
  }

  @Get(':id')
  @OperationRoute(projectOperations.read, { status: 200 })
  read(@Param('id') project_id: string, @CurrentCall() call: Call) {
    return this.operations.run(projectOperations.read, call, { project_id });
  }

  @Patch(':id')
  @OperationRoute(projectOperations.update, { status: 200, takes: 'body', method: 'PATCH' })
  update(
    @Param('id') project_id: string,
    @Body() body: UpdateProjectBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { project_id, expected_version });
    return this.operations.run(projectOperations.update, call, input);
  }

  @Post(':id/suspend')
  @OperationRoute(projectOperations.suspend, { status: 200, takes: 'body' })
  suspend(
    @Param('id') project_id: string,
    @Body() body: ReasonBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { project_id, expected_version });
    return this.operations.run(projectOperations.suspend, call, input);
  }

  @Post(':id/resume')
  @OperationRoute(projectOperations.resume, { status: 200, takes: 'body' })
  resume(
    @Param('id') project_id: string,
    @Body() body: ReasonBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { project_id, expected_version });
    return this.operations.run(projectOperations.resume, call, input);
  }

  @Post(':id/block-subject')
  @OperationRoute(projectOperations.blockSubject, { status: 200, takes: 'body' })
  blockSubject(
    @Param('id') id: string,
    @Body() body: SubjectBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { project_id: ownIfCurrent(id, call), expected_version });
    return this.operations.run(projectOperations.blockSubject, call, input);
  }

  @Post(':id/unblock-subject')
  @OperationRoute(projectOperations.unblockSubject, { status: 200, takes: 'body' })
  unblockSubject(
    @Param('id') id: string,
    @Body() body: SubjectBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { project_id: ownIfCurrent(id, call), expected_version });
    return this.operations.run(projectOperations.unblockSubject, call, input);
  }
}

/** The id that a path means: `current` is the caller's own project. An operator has none, and finds nothing there. */
function ownIfCurrent(id: string, { projectId }: Call): string {
  return id === 'current' ? (projectId ?? id) : id;
}
