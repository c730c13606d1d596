import { Inject, Injectable } from '@nestjs/common';
import { ServiceError, type Environment, type HeldCapability, type ServiceIssuer } from '@service/contracts';
import { StartError } from '@service/platform/errors';
import { Authorities } from '../authorities/authorities.js';
import { Credentials } from '../credentials/credentials.js';
import { parseToken } from '../admission/authentication/tokens/token.js';
import { CELL, ENVIRONMENT } from '../infrastructure/injection-tokens.js';
import { CommandSender } from '../owners/command-sender.js';
import { ADMIN_CAPABILITIES } from '../projects/projects.js';
import { RegisterRecords } from '../records/register-records.js';
import { GatewayViews } from '../views/gateway-views.js';
import { ROLES, ensureTokens, makeTokens, type Role, type Tokens } from './bootstrap-tokens.js';

const CAPABILITIES: Record<Role, readonly HeldCapability[]> = {
  operator: ['operator'],
  admin: ADMIN_CAPABILITIES,
  verify: ['verify'],
  read: ['read'],
  audit: ['audit', 'read'],
};
const PROJECT = 'prj_default';
/** The name that the first start issues its commands under. */
const HOST: ServiceIssuer = 'service:host';
const EXAMPLE = { authority: 'aut_example', record: 'rec_example' };

/** Makes what the first start makes, with the same use cases as a caller. */
@Injectable()
export class Bootstrap {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    @Inject(CELL) private readonly cell: number,
    private readonly views: GatewayViews,
    private readonly commands: CommandSender,
    private readonly credentials: Credentials,
    private readonly authorities: Authorities,
    private readonly records: RegisterRecords,
  ) {}

  /**
   * Makes sure that the environment has its default project and the credentials of the bootstrap file, and development its
   * example record. The file is written first and every step is idempotent: if a start is killed, the next one completes it.
   */
  async fromFile(dataDirectory: string): Promise<void> {
    await this.establish(await ensureTokens(dataDirectory, this.environment, this.cell));
  }

  /**
   * Bootstraps an environment without an operator's credential, and hands the tokens over once: no file has them. The
   * operator's credential is issued last, so that a killed run can be repeated, which leaves out the completed steps.
   * @throws StartError where an operator's credential exists that is not revoked.
   */
  async once(handOver: (tokens: Tokens) => void): Promise<void> {
    const operators = this.operators();
    if (operators.length > 0)
      throw new StartError(
        `${this.environment} has an operator’s credential already: ${operators.join(', ')}.`,
      );
    const tokens = makeTokens(this.environment, this.cell);
    // Before the credentials are issued: nobody could use or revoke a credential whose token was lost.
    handOver(tokens);
    await this.establish(tokens);
  }

  private async establish(tokens: Tokens): Promise<void> {
    await this.establishProject(tokens);
    if (this.environment === 'development') await this.registerExample();
  }

  /** Ids of the operator's credentials of the environment. */
  private operators(): string[] {
    return [...this.views.directory.allCredentials()]
      .filter(({ state, capabilities }) => state !== 'revoked' && capabilities.includes('operator'))
      .map(({ id }) => id);
  }

  private async establishProject(tokens: Tokens): Promise<void> {
    const { directory } = this.views;
    if (directory.project(PROJECT) === undefined) {
      const source = { projectId: null, credentialId: HOST, requestId: null };
      await this.commands.send('project.create', source, PROJECT, { name: 'Default' });
    }
    const missing = ROLES.filter(
      (role) => directory.secretOf(parseToken(tokens[role])?.keyId ?? '') === undefined,
    );
    const issue = (role: Role) => {
      const projectId = role === 'operator' ? null : PROJECT;
      const source = { projectId, credentialId: HOST, requestId: null };
      const wanted = { name: `Bootstrap ${role}`, capabilities: [...CAPABILITIES[role]] };
      return this.credentials.issue(source, wanted, tokens[role]);
    };
    await Promise.all(missing.filter((role) => role !== 'operator').map(issue));
    if (missing.includes('operator')) await issue('operator');
  }

  private async registerExample(): Promise<void> {
    const source = { projectId: PROJECT, credentialId: HOST, requestId: null, authorities: null };
    const grant = {
      issuer: 'Example Registry',
      scope: ['verify', 'read'],
      valid_until: '2100-01-01T00:00:00.000Z',
      public_key: null,
    };
    await unlessExists(() => this.authorities.grant(source, grant, EXAMPLE.authority));
    const record = {
      authority_id: EXAMPLE.authority,
      origin: 'https://registry.example/42',
      external_id: 'example',
      content: 'An example record.',
    };
    await unlessExists(() => this.records.register(source, record, EXAMPLE.record));
  }
}

/** An example that an earlier start made stays as it is: somebody may have changed it since. */
async function unlessExists(make: () => Promise<unknown>): Promise<void> {
  try {
    await make();
  } catch (error) {
    const exists = ['authority.transition_not_allowed', 'authority.not_active', 'record.already_exists'];
    if (!(error instanceof ServiceError) || !exists.includes(error.code)) throw error;
  }
}
