import { pathTo } from '../requests/address.js';
import type { Answer } from '../requests/answer.js';
import type { List } from '../requests/pages.js';
import type { Requester } from '../requests/requester.js';
import type { RequestOptions, UpdateOptions, WriteOptions } from '../requests/request-options.js';
import type {
  CreateProjectBody,
  CreatedProject,
  CurrentProject,
  Project,
  ProjectPage,
  QueryOf,
  ReasonBody,
  SubjectBody,
  UpdateProjectBody,
} from '../models.js';

/** Projects, which separate one customer from another. Only operators see others than their own. */
export class Projects {
  readonly #service: Requester;

  constructor(service: Requester) {
    this.#service = service;
  }

  /** Creates a project with its first credential, whose token is in this answer alone. */
  create(body: CreateProjectBody, options: WriteOptions = {}): Answer<CreatedProject> {
    return this.#service.request({ ...options, method: 'POST', path: '/v1/projects', body });
  }

  list(query: QueryOf<'projects.list'> = {}, options: RequestOptions = {}): List<Project, ProjectPage> {
    return this.#service.list({ ...options, method: 'GET', path: '/v1/projects', query });
  }

  /** The project and the credential of the token. */
  current(options: RequestOptions = {}): Answer<CurrentProject> {
    return this.#service.request({ ...options, method: 'GET', path: '/v1/projects/current' });
  }

  read(id: string, options: RequestOptions = {}): Answer<Project> {
    return this.#service.request({ ...options, method: 'GET', path: pathTo`/v1/projects/${id}` });
  }

  update(id: string, body: UpdateProjectBody, options: UpdateOptions = {}): Answer<Project> {
    return this.#service.request({ ...options, method: 'PATCH', path: pathTo`/v1/projects/${id}`, body });
  }

  suspend(id: string, body: ReasonBody, options: WriteOptions = {}): Answer<Project> {
    return this.#service.request({
      ...options,
      method: 'POST',
      path: pathTo`/v1/projects/${id}/suspend`,
      body,
    });
  }

  resume(id: string, body: ReasonBody, options: WriteOptions = {}): Answer<Project> {
    return this.#service.request({
      ...options,
      method: 'POST',
      path: pathTo`/v1/projects/${id}/resume`,
      body,
    });
  }

  /** Refuses the access tokens of a subject. */
  blockSubject(id: string, body: SubjectBody, options: WriteOptions = {}): Answer<Project> {
    return this.#service.request({
      ...options,
      method: 'POST',
      path: pathTo`/v1/projects/${id}/block-subject`,
      body,
    });
  }

  unblockSubject(id: string, body: SubjectBody, options: WriteOptions = {}): Answer<Project> {
    return this.#service.request({
      ...options,
      method: 'POST',
      path: pathTo`/v1/projects/${id}/unblock-subject`,
      body,
    });
  }
}
