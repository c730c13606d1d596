import { APPEND_FUNCTION, OWNER_BOUNDARIES } from '@service/event-store';
import { grantsOf } from '@service/platform/boundaries';
import { grantLines } from '@service/scrub';
import { BOUNDARIES } from './boundary.js';

const OWNERS = Object.keys(OWNER_BOUNDARIES);
/** The owners whose subjects have metadata. */
const NOTING = ['record_store', 'webhook_dispatcher'];
const SAFE_PATH = 'search_path=pg_catalog, pg_temp';
const SHORT_LOCK = `${SAFE_PATH} lock_timeout=100ms`;

/** Functions, as in `append(json)`, with their language and settings, and the start of the SHA-256 of their code. */
const FUNCTIONS = [
  [
    `credential_authority.${APPEND_FUNCTION}`,
    'plpgsql plan_cache_mode=force_generic_plan',
    '2abf4b09f4598da4',
  ],
  [`record_store.${APPEND_FUNCTION}`, 'plpgsql plan_cache_mode=force_generic_plan', '21d053916af8afdf'],
  [`webhook_dispatcher.${APPEND_FUNCTION}`, 'plpgsql plan_cache_mode=force_generic_plan', 'aae68c8635220c95'],
  ...OWNERS.map((owner) => [`${owner}.refuse_change()`, 'plpgsql ', '978ea29563c0d0ed']),
  ...OWNERS.map((owner) => [`${owner}.refuse_other_writers()`, 'plpgsql ', '49a45007b2f5358c']),
  ['record_store.write_metadata(json, integer[])', 'plpgsql ', '432743f8401c9c41'],
  ['webhook_dispatcher.write_metadata(json, integer[])', 'plpgsql ', '25f5c61d1befd413'],
  ['verify_api.subjects_of(text)', `sql ${SAFE_PATH}`, '5f943b46a1610bdf'],
];

/** Functions that run with the rights of the database’s owner. */
const DEFINER_FUNCTIONS = [
  ['verify_api.detach_interactions_day(date)', `plpgsql ${SHORT_LOCK}`, '116685fc683b1bf7'],
  ['verify_api.drop_interactions_day(date)', `plpgsql ${SAFE_PATH}`, '91b14de4ed11ea91'],
  ['verify_api.index_interactions_day(date)', `plpgsql ${SHORT_LOCK}`, 'f30a23ec8025111d'],
  ['verify_api.make_interactions_day(date)', `plpgsql ${SAFE_PATH}`, '7fe3e17b71f49c18'],
  ['webhook_dispatcher.detach_attempts_day(date)', `plpgsql ${SHORT_LOCK}`, 'e8529bd6f7339627'],
  ['webhook_dispatcher.detach_published_events_day(date)', `plpgsql ${SHORT_LOCK}`, 'b1415cc8c4b55ce0'],
  ['webhook_dispatcher.drop_attempts_day(date)', `plpgsql ${SAFE_PATH}`, '0f90fd76d8c80575'],
  ['webhook_dispatcher.drop_published_events_day(date)', `plpgsql ${SAFE_PATH}`, '1551d89e7ee3e29a'],
  ['webhook_dispatcher.make_attempts_day(date)', `plpgsql ${SAFE_PATH}`, '031aff5cd4eff577'],
  ['webhook_dispatcher.make_published_events_day(date)', `plpgsql ${SAFE_PATH}`, '3e2723af9116a9d1'],
];

/** What `readCatalogue` reads from a database of this release. A test compares it with what migrations and boundaries make. */
export const EXPECTED_CATALOGUE: readonly string[] = [
  ...FUNCTIONS.map(([name, settings, digest]) => `function ${name} ${settings}: ${digest}`),
  ...DEFINER_FUNCTIONS.map(([name, settings, digest]) => `definer function ${name} ${settings}: ${digest}`),
  ...grantLines(grantsOf(BOUNDARIES).map(({ app, ...right }) => ({ to: app ?? 'PUBLIC', ...right }))),
  ...BOUNDARIES.map(({ app }) => `setting of ${app}: search_path=""`),
  ...OWNERS.map((owner) => appendOnly(owner, 'events')),
  ...NOTING.map((owner) => appendOnly(owner, 'metadata_events')),
  ...OWNERS.map((owner) => ofKnownWriters(owner, 'events')),
  ofKnownWriters('webhook_dispatcher', 'published_events'),
].toSorted();

function appendOnly(owner: string, table: string): string {
  return `trigger (O): CREATE TRIGGER ${table}_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ${owner}.${table} FOR EACH STATEMENT EXECUTE FUNCTION ${owner}.refuse_change()`;
}

function ofKnownWriters(owner: string, table: string): string {
  return `trigger (O): CREATE TRIGGER ${table}_have_known_writers BEFORE INSERT ON ${owner}.${table} FOR EACH STATEMENT EXECUTE FUNCTION ${owner}.refuse_other_writers()`;
}
