import { PeriodicTask, type OutageLog } from '@service/platform/scheduling';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { Peppers } from '../../admission/authentication/peppers/peppers.js';
import type { SessionCallers } from '../../admission/authentication/sessions/session-callers.js';
import type { AnswerParts } from '../http/complete-answer.js';
import type { Admission } from '../../admission/admission.js';
import type { CommandSender } from '../../owners/command-sender.js';
import type { GatewayViews } from '../../views/gateway-views.js';
import { Challenges } from './challenges.js';
import { ConsoleAnswers } from './console-answers.js';
import { ConsoleDoor } from './console-door.js';
import type { ConsoleParts } from './console-parts.js';
import { ConsoleSeals } from './console-seals.js';
import type { ConsoleTerms } from './console-terms.js';
import { KeyCommands } from './keys/key-commands.js';
import { KnownOperators } from './keys/known-operators.js';
import { OperatorKeys } from './keys/operator-keys.js';
import { OwnKeys } from './keys/own-keys.js';
import { Passwords } from './keys/passwords.js';
import { addOidcRoutes } from './oidc.routes.js';
import { addSessionRoutes } from './session.routes.js';
import { SessionStore } from './sessions/session-store.js';
import { addSignInRoutes } from './sign-in.routes.js';
import { AttemptLimits } from './sign-in/attempt-limits.js';
import { Invitations } from './sign-in/invitations.js';
import { OidcProvider } from './sign-in/oidc-provider.js';
import { OidcSignIn } from './sign-in/oidc-sign-in.js';
import { SignIn } from './sign-in/sign-in.js';
import { StepUp } from './step-up/step-up.js';

/** Milliseconds between two clearings of what has expired. */
const CLEARED_EVERY = 60_000;

/** The services of the gateway that the Console uses. */
export interface ConsoleServices extends AnswerParts {
  pool: Pool;
  peppers: Peppers;
  admission: Admission;
  people: SessionCallers;
  commands: CommandSender;
  views: GatewayViews;
  outage: OutageLog;
}

/** The sign-in of one environment’s Console, and its door. */
export interface Console {
  door: ConsoleDoor;
  start(): void;
  stop(): Promise<void>;
}

/** Puts the parts of the Console together, and adds its routes to a server. */
export function createConsole(
  server: FastifyInstance,
  terms: ConsoleTerms,
  services: ConsoleServices,
): Console {
  const { pool, peppers, commands, views, admission, people } = services;
  const { directory, freshness } = views;
  const seals = new ConsoleSeals(peppers, terms.environment);
  const challenges = new Challenges(seals, pool);
  const keys = new OperatorKeys(pool);
  const operators = new KnownOperators(directory, freshness.directory);
  const passwords = new Passwords();
  const keyCommands = new KeyCommands(keys, commands);
  const attempts = new AttemptLimits(services.limits);
  const signIn = new SignIn(keys, operators, challenges, passwords, attempts);
  const sessions = new SessionStore(pool, seals, terms);
  const stepUp = new StepUp(terms, keys, operators, challenges, signIn, seals, pool);
  const parts: ConsoleParts = {
    terms,
    admission,
    people,
    directory,
    answers: new ConsoleAnswers(terms.environment, terms.origin.isSecure, seals),
    attempts,
    challenges,
    operators,
    keys,
    ownKeys: new OwnKeys(keys, challenges, passwords, keyCommands),
    sessions,
    signIn,
    invitations: new Invitations(keys, operators, challenges, passwords, keyCommands),
    stepUp,
  };
  const { oidc } = terms;
  const vouched =
    oidc === null
      ? null
      : new OidcSignIn(oidc, new OidcProvider(oidc), keys, operators, challenges, stepUp, commands);
  addSignInRoutes(server, parts);
  addOidcRoutes(server, parts, vouched);
  addSessionRoutes(server, parts);
  const clearing = new PeriodicTask(
    () => Promise.all([challenges.forgetExpired(), sessions.forgetExpired()]).then(() => undefined),
    CLEARED_EVERY,
    services.outage,
  );
  return {
    door: new ConsoleDoor(terms, sessions, stepUp),
    start: () => clearing.start(),
    stop: () => clearing.stop(),
  };
}
