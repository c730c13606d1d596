import type { Environment } from '@service/contracts';
import { StartError } from '@service/platform/errors';
import type { RoleMap, Settings } from '@service/platform/settings';
import { ConsoleOrigin } from './console-origin.js';

/** How people sign in to the Console of one environment, and for how long. */
export abstract class ConsoleTerms {
  abstract readonly environment: Environment;
  abstract readonly origin: ConsoleOrigin;
  /** Milliseconds after which a session ends: without a request, and in any case. */
  abstract readonly idle: number;
  abstract readonly longest: number;
  /** Whether sensitive operations need a fresh proof of identity. */
  abstract readonly stepUp: boolean;
  /** Whether passkeys and passwords are accepted; otherwise people sign in by the OIDC provider alone. */
  abstract readonly local: boolean;
  /** Null without a provider. */
  abstract readonly oidc: OidcTerms | null;
}

export interface OidcTerms {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Label of the sign-in button. */
  readonly label: string;
  /** The claim of the ID token that names groups or roles, and the roles that these give here. */
  readonly rolesClaim: string;
  readonly roles: RoleMap;
}

const MINUTE = 60_000;
/** Minutes: a day’s work in development, a task in production. */
const IDLE = { development: 720, production: 15 };
const LONGEST = { development: 10_080, production: 480 };

/** @throws StartError where the provider’s settings are incomplete. */
export function consoleTermsOf(settings: Settings): ConsoleTerms {
  const { environment } = settings;
  const oidc = oidcTermsOf(settings);
  return {
    environment,
    origin: ConsoleOrigin.of(settings),
    idle: (settings.consoleIdleMinutes ?? IDLE[environment]) * MINUTE,
    longest: (settings.consoleLongestMinutes ?? LONGEST[environment]) * MINUTE,
    stepUp: settings.consoleStepUp ?? environment === 'production',
    local: oidc === null || settings.consoleLocalSignIn,
    oidc,
  };
}

function oidcTermsOf(settings: Settings): OidcTerms | null {
  const { consoleOidcIssuer: issuer, consoleOidcClientId: clientId } = settings;
  const { consoleOidcClientSecret: clientSecret, consoleOidcRoles: roles } = settings;
  if (issuer === undefined) return null;
  if (clientId === undefined || clientSecret === undefined || roles === undefined) {
    throw new StartError(
      'With CONSOLE_OIDC_ISSUER, CONSOLE_OIDC_CLIENT_ID, CONSOLE_OIDC_CLIENT_SECRET (or a file of it) and CONSOLE_OIDC_ROLES must be set.',
    );
  }
  return {
    issuer,
    clientId,
    clientSecret,
    label: settings.consoleOidcLabel ?? new URL(issuer).host,
    rolesClaim: settings.consoleOidcRolesClaim,
    roles,
  };
}
