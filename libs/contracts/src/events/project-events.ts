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
  | { type: 'service.project.resumed'; reason: string; occurred_at: string };

/** The states of a project. */
export const PROJECT_STATES = ['active', 'suspended'] as const;
export type ProjectState = (typeof PROJECT_STATES)[number];
