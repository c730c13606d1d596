import { ACTOR_TYPES, CHANNELS, OUTCOMES } from '@service/history';
import {
  choice,
  count,
  described,
  digest,
  digestOrNull,
  flag,
  id,
  list,
  moment,
  momentOrNull,
  page,
  shape,
  text,
  textOrNull,
} from './schema-forms.js';

const day = { type: 'string', format: 'date' } as const;

const laneCheck = {
  day,
  writer: id,
  lines: count,
  unsealed: described(count, 'Lines after the last one that a seal in the transparency log stands for.'),
  seal: { type: ['integer', 'null'], description: 'Number of the newest seal of the lane.' },
  head: described(digest, 'The link of the newest line, by which another can check later.'),
  sound: flag,
  fault_count: count,
  faults: {
    ...list(
      shape({
        kind: choice([
          'edited',
          'inserted',
          'missing',
          'cut_off',
          'rewritten',
          'personal_edited',
          'summary_edited',
        ]),
        sequence: { type: 'integer' },
        lines: count,
        request_id: textOrNull,
      }),
    ),
    maxItems: 100,
  },
} as const;

const usageEntry = shape(
  {
    start: moment,
    operation: text,
    outcome: choice(OUTCOMES),
    credential_id: described(
      textOrNull,
      'Present where usage is grouped by credential: its id, or `oauth:` and the subject of an access token; null for other actors.',
    ),
    error_code: described(
      textOrNull,
      'Present where usage is grouped by error code; null where there was no error.',
    ),
    requests: count,
    items: count,
  },
  ['credential_id', 'error_code'],
);

/** Schemas of the answers of interaction history and usage. */
export const historySchemas = {
  Interaction: described(
    shape({
      format: { const: 'interaction/v2' },
      sequence: {
        type: 'integer',
        description: 'Of the line in the lane of its `day` and `writer`, from 1.',
      },
      request_id: id,
      occurred_at: moment,
      channel: choice(CHANNELS),
      actor: shape({ type: choice(ACTOR_TYPES), id, session: id }, ['session']),
      operation: text,
      subjects: { ...list(text), maxItems: 100 },
      items: count,
      outcome: choice(OUTCOMES),
      status: { type: 'integer' },
      error_code: textOrNull,
      duration_ms: { type: 'number' },
      client: described(
        digestOrNull,
        'Digest of salt, address and user agent, which can be erased; null where nobody called.',
      ),
      day,
      writer: id,
      link: digestOrNull,
      address: textOrNull,
      user_agent: textOrNull,
    }),
    'The line’s own members first, in the order that its link was made of, then what stands beside it.',
  ),
  InteractionPage: page('Interaction'),
  HistoryCheck: shape({
    day,
    dropped_at: described(momentOrNull, 'When the day was dropped, its time being over.'),
    sound: flag,
    data: list(shape(laneCheck)),
    seal_faults: list(
      shape({
        seal: { type: 'integer' },
        kind: choice(['missing', 'edited', 'unlogged', 'unchained', 'lanes_edited']),
      }),
    ),
  }),
  Status: shape({
    time: described(moment, 'Now, by the clock of the service.'),
    views: described(
      list(
        shape({
          name: described(text, 'What the view is of.'),
          behind_ms: described(count, 'Milliseconds of events that it may lack.'),
          stale: described(flag, 'Whether it is too far behind: what is read from it is refused.'),
        }),
      ),
      'The read models of the gateway that answers.',
    ),
    log: shape({
      origin: described(textOrNull, 'Name of the log; null before its first checkpoint.'),
      tree_size: described(count, 'Entries of the newest checkpoint.'),
      age_ms: {
        type: ['integer', 'null'],
        minimum: 0,
        description:
          'Milliseconds since the log last confirmed its newest checkpoint; null before the first.',
      },
      stale: described(flag, 'Whether that is too long: no answer with evidence is given.'),
    }),
  }),
  Usage: shape({
    data: list(usageEntry),
    from: moment,
    to: moment,
    granularity: choice(['hour', 'day']),
    counted_until: described(moment, 'Everything that was answered before is in the figures.'),
  }),
};
