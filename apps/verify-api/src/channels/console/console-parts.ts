import { Injectable } from '@nestjs/common';
import { SessionCallers } from '../../admission/authentication/sessions/session-callers.js';
import { Admission } from '../../admission/admission.js';
import { Directory } from '../../views/directory.js';
import { Challenges } from './challenges.js';
import { ConsoleAnswers } from './console-answers.js';
import { ConsoleTerms } from './console-terms.js';
import { KnownOperators } from './keys/known-operators.js';
import { OperatorKeys } from './keys/operator-keys.js';
import { OwnKeys } from './keys/own-keys.js';
import { SessionStore } from './sessions/session-store.js';
import { AttemptLimits } from './sign-in/attempt-limits.js';
import { Invitations } from './sign-in/invitations.js';
import { OidcSignIn } from './sign-in/oidc-sign-in.js';
import { SignIn } from './sign-in/sign-in.js';
import { StepUp } from './step-up/step-up.js';

/** The services for the routes of the Console. */
@Injectable()
export class ConsoleParts {
  constructor(
    readonly terms: ConsoleTerms,
    readonly admission: Admission,
    readonly people: SessionCallers,
    readonly directory: Directory,
    readonly answers: ConsoleAnswers,
    readonly attempts: AttemptLimits,
    readonly challenges: Challenges,
    readonly operators: KnownOperators,
    readonly keys: OperatorKeys,
    readonly ownKeys: OwnKeys,
    readonly sessions: SessionStore,
    readonly signIn: SignIn,
    readonly oidc: OidcSignIn,
    readonly invitations: Invitations,
    readonly stepUp: StepUp,
  ) {}
}
