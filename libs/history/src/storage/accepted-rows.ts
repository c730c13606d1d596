import { LINK_LENGTH } from '@service/evidence';

/** Only days around today: others would be sealed, counted and dropped at the wrong time, or never. */
const RECENT_DAY = 'day BETWEEN current_date - 2 AND current_date + 2';

/** The most lines of a block, and bytes of it. */
const MOST_LINES = 4_000;
const MOST_BYTES = 16 * 1024 * 1024;

/** Blocks that other apps may add: only those that can be sealed, counted and read like the gateway's. */
export const ACCEPTED_BLOCKS = {
  where: `${RECENT_DAY} AND sequence BETWEEN 1 AND 1000000000000 AND line_count BETWEEN 1 AND ${MOST_LINES}
    AND octet_length(links) = ${LINK_LENGTH} * line_count AND octet_length(lines) <= ${MOST_BYTES}
    AND isfinite(first_at) AND isfinite(last_at) AND first_at <= last_at AND last_at < clock_timestamp() + interval '1 day'
    AND last_at > clock_timestamp() - interval '3 days'
    AND octet_length(personal::text) <= ${MOST_BYTES} AND json_typeof(personal) = 'object'
    AND octet_length(tally::text) <= ${MOST_BYTES} AND json_typeof(tally) = 'array'`,
} as const;

/** Lanes that other apps may begin; only the gateway sets how far they are counted and sealed. */
export const ACCEPTED_LANES = { columns: ['day', 'project_id', 'writer'], where: RECENT_DAY } as const;
