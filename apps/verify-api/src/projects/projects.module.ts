import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { Projects } from './projects.js';
import { ProjectEntity } from '../views/snapshot.entities.js';

/** Projects, which operators manage. */
@Module({
  imports: [TypeOrmModule.forFeature([ProjectEntity]), CredentialsModule],
  providers: [Projects],
})
export class ProjectsModule {}
