import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { ProjectsController } from './projects.controller.js';
import { Projects } from './projects.js';

/** Projects, which operators look after. */
@Module({
  imports: [CredentialsModule],
  controllers: [ProjectsController],
  providers: [Projects],
})
export class ProjectsModule {}
