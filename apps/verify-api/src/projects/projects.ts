import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  CAPABILITIES,
  ServiceError,
  newId,
  type ChangeSubject,
  type CommandPayload,
  type CommandTypeOf,
  type Environment,
  type ProjectSnapshot,
} from '@service/contracts';
import { In, Repository } from 'typeorm';
import { Credentials } from '../credentials/credentials.js';
import type { Call } from '../interface/call.js';
import { CommandSender } from '../owners/command-sender.js';
import { Cursors } from '../interface/inputs/cursors.js';
import type { Page } from '../interface/inputs/pagination.js';
import { listNewest } from '../lists/list-newest.js';
import { ENVIRONMENT } from '../infrastructure/injection-tokens.js';
import type { Answer } from '../interface/schemas/schemas.js';
import { ProjectEntity } from '../views/snapshot.entities.js';
import { GatewayViews } from '../views/gateway-views.js';
import type { ProjectQuery } from './project.query.js';

/** The capabilities of an admin: all but `audit`, which can be combined with `read` only. */
export const ADMIN_CAPABILITIES = CAPABILITIES.filter((capability) => capability !== 'audit');

/** Stands for a caller that may read every project; the operations check which project a caller may name. */
const OPERATOR = { projectId: null, authorities: null };

type Change = Exclude<CommandTypeOf<'project'>, 'project.create'>;

/** Projects as operators see them. */
@Injectable()
export class Projects {
  constructor(
    private readonly commands: CommandSender,
    private readonly credentials: Credentials,
    private readonly views: GatewayViews,
    @InjectRepository(ProjectEntity) private readonly projects: Repository<ProjectEntity>,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly cursors: Cursors,
  ) {}

  /** Creates a project and issues its first credential, an admin's. */
  async create(call: Call, name: string) {
    const project = await this.commands.send('project.create', call, newId('project'), { name });
    const owner = { ...call, projectId: project.id, idempotency: call.idempotency?.part(1) ?? null };
    const wanted = { name: 'Admin', capabilities: ADMIN_CAPABILITIES };
    return { ...project, admin_credential: await this.credentials.issue(owner, wanted) };
  }

  /** @throws ServiceError `project.not_found` and the owner's refusals. */
  async change<Type extends Change>(
    type: Type,
    call: Call,
    id: string,
    payload: CommandPayload<Type>,
  ): Promise<ProjectSnapshot> {
    await this.read(id);
    return (await this.commands.send(type, call, id, payload)) as ProjectSnapshot;
  }

  /**
   * Blocks or unblocks a subject of the OAuth issuer.
   * @throws ServiceError `project.not_found`, also for another project unless the caller is an operator;
   *   `project.limit_reached`, `project.version_conflict`.
   */
  changeSubject(
    type: 'project.block_subject' | 'project.unblock_subject',
    call: Call,
    id: string,
    payload: ChangeSubject,
  ): Promise<ProjectSnapshot> {
    if (id !== call.projectId && !call.capabilities.includes('operator')) {
      throw new ServiceError('project.not_found');
    }
    return this.change(type, call, id, payload);
  }

  /** The project of a caller, and the rights and limits of its credential. */
  current({ projectId, credentialId, capabilities, authorities }: Call): Answer<'CurrentProject'> {
    const { directory } = this.views;
    const credential = directory.credential(credentialId);
    const project = directory.project(projectId);
    const maySeeSubjects = capabilities.includes('manage') && authorities === null;
    return {
      project: project === undefined ? null : ownProject(project, maySeeSubjects),
      environment: this.environment,
      credential_id: credentialId,
      capabilities: [...capabilities],
      expires_at: credential?.expires_at ?? null,
      authorities: credential?.authorities ?? null,
      allowed_ips: credential?.allowed_ips ?? null,
      rate_limit: credential?.rate_limit ?? null,
    };
  }

  /** @throws ServiceError `project.not_found`. */
  async read(id: string): Promise<ProjectSnapshot> {
    const find = () => this.views.directory.project(id) ?? null;
    const project = await this.views.justWritten.find(OPERATOR, 'project', id, find);
    if (project === null) throw new ServiceError('project.not_found');
    return project;
  }

  list(query: ProjectQuery): Promise<Page<ProjectSnapshot>> {
    return listNewest(
      this.projects,
      {
        cursors: this.cursors.of('projects.list', null, query),
        freshness: this.views.freshness.directoryTables,
        where: [query.state === undefined ? {} : { state: In(query.state) }],
        toItem: (row) => row.snapshot,
      },
      query,
    );
  }
}

/** Subjects can name people, so only a credential that may block subjects sees them. */
function ownProject(
  { blocked_subjects, ...shown }: ProjectSnapshot,
  withSubjects: boolean,
): Answer<'OwnProject'> {
  return withSubjects ? { ...shown, blocked_subjects: [...blocked_subjects] } : shown;
}
