import { Module, type DynamicModule } from '@nestjs/common';
import type { AnyOperation } from '../../interface/operation.js';
import { Directory } from '../../views/directory.js';
import { GatewayViews } from '../../views/gateway-views.js';
import { Challenges } from './challenges.js';
import { ConsoleAnswers } from './console-answers.js';
import { ConsoleDoor } from './console-door.js';
import { ConsoleParts } from './console-parts.js';
import { ConsoleSeals } from './console-seals.js';
import { Console } from './console.js';
import { KeyCommands } from './keys/key-commands.js';
import { KnownOperators } from './keys/known-operators.js';
import { OperatorKeys } from './keys/operator-keys.js';
import { OwnKeys } from './keys/own-keys.js';
import { Passwords } from './keys/passwords.js';
import { SessionStore } from './sessions/session-store.js';
import { AttemptLimits } from './sign-in/attempt-limits.js';
import { Invitations } from './sign-in/invitations.js';
import { OidcProvider } from './sign-in/oidc-provider.js';
import { OidcSignIn } from './sign-in/oidc-sign-in.js';
import { SignIn } from './sign-in/sign-in.js';
import { DescribedActs } from './step-up/described-act.js';
import { StepUp } from './step-up/step-up.js';

/** The sign-in of people, and the entrance of their pages to the operations. */
@Module({})
export class ConsoleModule {
  static of(operations: readonly AnyOperation[]): DynamicModule {
    return {
      module: ConsoleModule,
      providers: [
        Console,
        ConsoleDoor,
        ConsoleParts,
        ConsoleAnswers,
        ConsoleSeals,
        Challenges,
        SessionStore,
        OperatorKeys,
        KeyCommands,
        OwnKeys,
        Passwords,
        AttemptLimits,
        SignIn,
        Invitations,
        OidcProvider,
        OidcSignIn,
        StepUp,
        {
          provide: Directory,
          inject: [GatewayViews],
          useFactory: ({ directory }: GatewayViews) => directory,
        },
        {
          provide: KnownOperators,
          inject: [GatewayViews],
          useFactory: ({ directory, freshness }: GatewayViews) =>
            new KnownOperators(directory, freshness.directory),
        },
        {
          provide: DescribedActs,
          inject: [Directory],
          useFactory: (directory: Directory) => new DescribedActs(operations, directory),
        },
      ],
      exports: [Console],
    };
  }
}
