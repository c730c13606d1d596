import type { Provider } from '@nestjs/common';
import type { AnyOperation } from '../../interface/operation.js';
import { Directory } from '../../views/directory.js';
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
export const consoleProviders = (operations: readonly AnyOperation[]): Provider[] => [
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
  KnownOperators,
  {
    provide: DescribedActs,
    inject: [Directory],
    useFactory: (directory: Directory) => new DescribedActs(operations, directory),
  },
];
