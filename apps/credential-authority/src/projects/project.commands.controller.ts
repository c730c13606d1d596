import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { Change, CommandEnvelope, ProjectSnapshot, UpdateProject } from '@service/contracts';
import { ProjectCommands } from './project-commands.js';

/** Takes the commands that concern projects. */
@Controller()
export class ProjectCommandsController {
  constructor(private readonly projects: ProjectCommands) {}

  @MessagePattern('project.create')
  create(@Payload() command: CommandEnvelope<{ name: string }>): Promise<ProjectSnapshot> {
    return this.projects.create(command);
  }

  @MessagePattern('project.update')
  update(@Payload() command: CommandEnvelope<UpdateProject>): Promise<ProjectSnapshot> {
    const { expected_version, ...changes } = command.payload;
    return this.projects.change(command, { type: 'project.update', ...changes }, expected_version);
  }

  @MessagePattern('project.suspend')
  suspend(@Payload() command: CommandEnvelope<Change>): Promise<ProjectSnapshot> {
    const { expected_version, reason } = command.payload;
    return this.projects.change(command, { type: 'project.suspend', reason }, expected_version);
  }

  @MessagePattern('project.resume')
  resume(@Payload() command: CommandEnvelope<Change>): Promise<ProjectSnapshot> {
    const { expected_version, reason } = command.payload;
    return this.projects.change(command, { type: 'project.resume', reason }, expected_version);
  }
}
