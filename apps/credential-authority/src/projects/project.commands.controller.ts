import { Controller } from '@nestjs/common';
import { MessagePattern, Payload } from '@nestjs/microservices';
import type { CommandEnvelope, ProjectSnapshot } from '@service/contracts';
import { ProjectCommands } from './project-commands.js';

/** Takes the commands that concern projects. */
@Controller()
export class ProjectCommandsController {
  constructor(private readonly projects: ProjectCommands) {}

  @MessagePattern('project.create')
  create(@Payload() command: CommandEnvelope<{ name: string }>): Promise<ProjectSnapshot> {
    return this.projects.create(command);
  }
}
