import { Module, type DynamicModule } from '@nestjs/common';
import { ID_PREFIXES } from '@service/contracts';
import {
  ElementSigner,
  EventStore,
  LogLag,
  readPublishedKeys,
  rememberLogOrigin,
} from '@service/event-store';
import { ExpiryByClock, IdempotencyCleanup, madeOf, type OwnerParts } from '@service/messaging';
import { CommandHandlers } from '@service/messaging/commands';
import { publishedSchema } from '@service/platform/boundaries';
import { AuthorityCommands } from './authorities/authority-commands.js';
import { CredentialCommands } from './credentials/credential-commands.js';
import { dueOf } from './expiry/due.js';
import { KeyCommands } from './keys/key-commands.js';
import { LinkCommands } from './links/link-commands.js';
import { OperatorCommands } from './operators/operator-commands.js';
import { OwnersOfAll } from './operators/owners-of-all.js';
import { LOG } from './streams/own-log.js';
import { ProjectCommands } from './projects/project-commands.js';
import { ProjectCounts } from './projects/project-counts.js';

/** The app's resources in one environment. */
export interface CredentialAuthorityOptions extends OwnerParts {
  /** How many live credentials a project may have. */
  credentialsPerProject: number;
  /** How many elements its authorities may have. */
  authorityElementsPerProject: number;
}

/** Projects, authorities, credentials, links and operators. */
@Module({})
export class CredentialAuthorityModule {
  static register(options: CredentialAuthorityOptions): DynamicModule {
    const { pool, ownLog, authentications } = options;
    const store = new EventStore(pool, LOG, authentications[LOG], options.tracer);
    store.onAppended((transaction) => ownLog.appended(LOG, transaction));
    const projects = new ProjectCommands(store);
    const links = new LinkCommands(store, pool);
    return {
      module: CredentialAuthorityModule,
      providers: [
        madeOf(AuthorityCommands, [ProjectCounts], async (counts) => {
          const log = await rememberLogOrigin(pool, LOG, options.logOrigin);
          // Before the first command: no signature may be by a key that is not published.
          await new KeyCommands(store, log, options.keys).publishRing();
          const readPublished = () => readPublishedKeys(pool, LOG, authentications[LOG]);
          const signer = new ElementSigner({ ...options, readPublished });
          const lag = new LogLag(pool, {
            head: `${publishedSchema('record_store')}.log_head`,
            events: [`${LOG}.events`],
          });
          const terms = { log, signer, lag };
          return new AuthorityCommands(store, terms, counts, options.authorityElementsPerProject);
        }),
        madeOf(ProjectCounts, [], () => new ProjectCounts(ownLog)),
        madeOf(
          CredentialCommands,
          [ProjectCounts],
          (counts) => new CredentialCommands(store, counts, options.credentialsPerProject),
        ),
        madeOf(OwnersOfAll, [], () => new OwnersOfAll(ownLog)),
        madeOf(
          CommandHandlers,
          [AuthorityCommands, CredentialCommands, OwnersOfAll],
          (authorities, credentials, owners) => {
            const operators = new OperatorCommands(store, owners);
            return new CommandHandlers(
              {
                project: (command) => projects.handle(command),
                authority: (command) => authorities.handle(command),
                credential: (command) => credentials.handle(command),
                link: (command) => links.handle(command),
                operator: (command) => operators.handle(command),
              },
              options,
            );
          },
        ),
        madeOf(ExpiryByClock, [AuthorityCommands, CredentialCommands], (authorities, credentials) => {
          const expire = (id: string) => {
            if (id.startsWith(ID_PREFIXES.authority)) return authorities.expire(id);
            return id.startsWith(ID_PREFIXES.link) ? links.expire(id) : credentials.expire(id);
          };
          return new ExpiryByClock({ ...options, log: LOG, dueOf, expire });
        }),
        madeOf(IdempotencyCleanup, [], () => new IdempotencyCleanup({ ...options, log: LOG })),
      ],
    };
  }
}
