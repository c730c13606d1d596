import type { SessionCallers } from '../../admission/authentication/sessions/session-callers.js';
import type { Admission } from '../../admission/admission.js';
import type { Directory } from '../../views/directory.js';
import type { Challenges } from './challenges.js';
import type { ConsoleAnswers } from './console-answers.js';
import type { ConsoleTerms } from './console-terms.js';
import type { KnownOperators } from './keys/known-operators.js';
import type { OperatorKeys } from './keys/operator-keys.js';
import type { OwnKeys } from './keys/own-keys.js';
import type { SessionStore } from './sessions/session-store.js';
import type { AttemptLimits } from './sign-in/attempt-limits.js';
import type { Invitations } from './sign-in/invitations.js';
import type { SignIn } from './sign-in/sign-in.js';
import type { StepUp } from './step-up/step-up.js';

/** What the routes of the Console need. */
export interface ConsoleParts {
  terms: ConsoleTerms;
  admission: Admission;
  people: SessionCallers;
  directory: Pick<Directory, 'allProjects'>;
  answers: ConsoleAnswers;
  attempts: AttemptLimits;
  challenges: Challenges;
  operators: KnownOperators;
  keys: OperatorKeys;
  ownKeys: OwnKeys;
  sessions: SessionStore;
  signIn: SignIn;
  invitations: Invitations;
  stepUp: StepUp;
}
