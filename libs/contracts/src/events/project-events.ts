/** A project's events; `jsonb` in the log. */
export type ProjectEvent =
  | { type: 'service.project.created'; project_id: string; name: string; occurred_at: string }
  | { type: 'service.project.renamed'; name: string; occurred_at: string }
  | { type: 'service.project.suspended'; reason: string; occurred_at: string }
  | { type: 'service.project.resumed'; reason: string; occurred_at: string };

/** The states of a project. */
export const PROJECT_STATES = ['active', 'suspended'] as const;
export type ProjectState = (typeof PROJECT_STATES)[number];
