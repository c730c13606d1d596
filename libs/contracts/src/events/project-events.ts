import type { Quota } from '../credential-terms.js';

/** The part of a project that an operator may change. */
export interface ProjectTerms {
  name: string;
  quota: Quota;
  /** Longest life, in days, of credentials that are issued from now on; null for any. */
  max_credential_days: number | null;
}

/** A project's events; `jsonb` in the log. */
export type ProjectEvent =
  | ({ type: 'service.project.created'; project_id: string; occurred_at: string } & ProjectTerms)
  | ({ type: 'service.project.updated'; occurred_at: string } & ProjectTerms)
  | { type: 'service.project.suspended'; reason: string; occurred_at: string }
  | { type: 'service.project.resumed'; reason: string; occurred_at: string }
  | { type: 'service.project.subject_blocked'; subject: string; reason: string; occurred_at: string }
  | { type: 'service.project.subject_unblocked'; subject: string; reason: string; occurred_at: string };

/** A subject of an OAuth issuer: 1 to 255 printable ASCII characters. OpenID Connect Core 1.0, section 2: `sub`. */
export const SUBJECT_PATTERN = /^[ -~]{1,255}$/;

/** How many subjects of a project may be blocked at once. */
export const MOST_BLOCKED_SUBJECTS = 200;

/** The states of a project. */
export const PROJECT_STATES = ['active', 'suspended'] as const;
export type ProjectState = (typeof PROJECT_STATES)[number];
