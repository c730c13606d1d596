import { Injectable } from '@nestjs/common';
import {
  CAPABILITIES,
  ServiceError,
  newId,
  type CommandPayload,
  type ProjectSnapshot,
  type UpdateProject,
} from '@service/contracts';
import { DataSource } from 'typeorm';
import { Credentials } from '../credentials/credentials.js';
import type { RequestSource } from '../http/access.js';
import { CommandSender } from '../http/command-sender.js';
import type { Page, PageQuery } from '../inputs/pagination.js';
import { listNewest } from '../http/list-newest.js';
import { ProjectEntity } from '../views/directory.entities.js';
import { GatewayViews } from '../views/gateway-views.js';

/** What an admin holds: every capability but `audit`, which goes with `read` only. */
export const ADMIN_CAPABILITIES = CAPABILITIES.filter((capability) => capability !== 'audit');

type Change = 'project.update' | 'project.suspend' | 'project.resume';

/** Projects as operators see them. */
@Injectable()
export class Projects {
  constructor(
    private readonly commands: CommandSender,
    private readonly credentials: Credentials,
    private readonly views: GatewayViews,
    private readonly database: DataSource,
  ) {}

  /** Creates a project and issues its first credential, an admin's. */
  async create(source: RequestSource, name: string) {
    const part = (which: string) => source.idempotency?.part(which) ?? null;
    const creator = { ...source, idempotency: part('project') };
    const project = await this.commands.send('project.create', creator, newId('project'), { name });
    const owner = { ...source, projectId: project.id, idempotency: part('credential') };
    const wanted = { name: 'Admin', capabilities: ADMIN_CAPABILITIES };
    return { project, credential: await this.credentials.issue(owner, wanted) };
  }

  /** @throws ServiceError `project.not_found`, `project.version_conflict`. */
  update(
    source: RequestSource,
    id: string,
    changes: Omit<UpdateProject, 'expected_version'>,
    expectedVersion: number | null,
  ): Promise<ProjectSnapshot> {
    return this.change('project.update', source, id, { ...changes, expected_version: expectedVersion });
  }

  /** @throws ServiceError `project.not_found` and whatever the owner refuses with. */
  async change<Type extends Change>(
    type: Type,
    source: RequestSource,
    id: string,
    payload: CommandPayload<Type>,
  ): Promise<ProjectSnapshot> {
    this.read(id);
    return (await this.commands.send(type, source, id, payload)) as ProjectSnapshot;
  }

  /** @throws ServiceError `project.not_found`. */
  read(id: string): ProjectSnapshot {
    const project = this.views.directory.project(id);
    if (project === undefined) throw new ServiceError('project.not_found');
    return project;
  }

  list(query: PageQuery): Promise<Page<ProjectSnapshot>> {
    return listNewest(
      this.database,
      {
        entity: ProjectEntity,
        freshness: this.views.freshness.directoryTables,
        timeColumn: 'created_at',
        where: [{}],
        toItem: (row: ProjectEntity) => row.snapshot,
      },
      query,
    );
  }
}
