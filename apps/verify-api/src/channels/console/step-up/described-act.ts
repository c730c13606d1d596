import { ServiceError, capabilitiesIn, invalidRequest, type OperatorSnapshot } from '@service/contracts';
import type { AnyOperation } from '../../../interface/operation.js';
import type { Directory } from '../../../views/directory.js';
import type { NamedAct } from './act-digest.js';

/** An act, as described to the person who confirms it. */
export interface DescribedAct {
  /** Such as `Revoke a record, which is final`. */
  summary: string;
  /** Id of the thing that it changes; null where it makes a new one. */
  subject: string | null;
  /** Name of the project; null for an act on the whole environment. */
  project: string | null;
}

/** The acts of people on their own keys. */
const OWN_ACTS = [
  { http: 'POST api/keys/passkey', summary: 'Add a passkey, with which you can sign in' },
  { http: 'POST api/keys/password', summary: 'Set the password with which you sign in' },
  { http: 'DELETE api/keys/:thumbprint', summary: 'Remove one of the keys with which you sign in' },
];
const ID = '((?:[\\w.:-]|%3A){1,100})';

/**
 * Describes acts in the words of their operations. The caller cannot choose the words: a thief of the cookie would choose
 * harmless ones.
 */
export class DescribedActs {
  private readonly acts: readonly { summary: string; request: RegExp }[];

  constructor(
    operations: readonly Pick<AnyOperation, 'http' | 'summary' | 'stepUp'>[],
    private readonly directory: Pick<Directory, 'project'>,
  ) {
    this.acts = [...operations.filter(({ stepUp }) => stepUp), ...OWN_ACTS]
      .flatMap(({ http, summary }) => (http === undefined ? [] : [{ http, summary }]))
      // Fixed paths such as `/batch/` before `/:id/`, as in the router.
      .toSorted((a, b) => Number(a.http.includes(':')) - Number(b.http.includes(':')))
      .map(({ http, summary }) => {
        return { summary, request: new RegExp(`^${http.replaceAll(/:\w+/g, ID)}(?:\\?|$)`) };
      });
  }

  /** @throws ServiceError `request.invalid` where no such act needs a proof; `project.not_found`. */
  describe(
    { method, path, projectId }: Omit<NamedAct, 'bodyDigest'>,
    { grants }: Pick<OperatorSnapshot, 'grants'>,
  ): DescribedAct {
    for (const { request, summary } of this.acts) {
      const found = request.exec(`${method} ${path}`);
      if (found === null) continue;
      const subject = found[1]?.replaceAll('%3A', ':') ?? null;
      if (projectId === null) return { summary, subject, project: null };
      const project = this.directory.project(projectId);
      if (project === undefined || capabilitiesIn(grants, projectId).length === 0) {
        throw new ServiceError('project.not_found');
      }
      return { summary, subject, project: project.name };
    }
    throw invalidRequest('path', 'is of no act that needs a proof');
  }
}
