import { Body, Controller, Param, Query } from '@nestjs/common';
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
@Controller()
export class ProjectsController {
  constructor(private readonly operations: Operations) {}

  @OperationRoute(projectOperations.create)
  create(@Body() body: CreateProjectBody, @CurrentCall() call: Call) {
    return this.operations.run(projectOperations.create, call, body);
  }

  @OperationRoute(projectOperations.list)
  list(@Query() query: PageQuery, @CurrentCall() call: Call) {
    return this.operations.run(projectOperations.list, call, query);
  }

  @OperationRoute(projectOperations.current)
  current(@CurrentCall() call: Call) {
    return this.operations.run(projectOperations.current, call, {});
  }

  @OperationRoute(projectOperations.read)
  read(@Param('id') project_id: string, @CurrentCall() call: Call) {
    return this.operations.run(projectOperations.read, call, { project_id });
  }

  @OperationRoute(projectOperations.update)
  update(
    @Param('id') project_id: string,
    @Body() body: UpdateProjectBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { project_id, expected_version });
    return this.operations.run(projectOperations.update, call, input);
  }

  @OperationRoute(projectOperations.suspend)
  suspend(
    @Param('id') project_id: string,
    @Body() body: ReasonBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { project_id, expected_version });
    return this.operations.run(projectOperations.suspend, call, input);
  }

  @OperationRoute(projectOperations.resume)
  resume(
    @Param('id') project_id: string,
    @Body() body: ReasonBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { project_id, expected_version });
    return this.operations.run(projectOperations.resume, call, input);
  }

  @OperationRoute(projectOperations.blockSubject)
  blockSubject(
    @Param('id') id: string,
    @Body() body: SubjectBody,
    @IfMatch() expected_version: number | null,
    @CurrentCall() call: Call,
  ) {
    const input = Object.assign(body, { project_id: ownIfCurrent(id, call), expected_version });
    return this.operations.run(projectOperations.blockSubject, call, input);
  }

  @OperationRoute(projectOperations.unblockSubject)
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
