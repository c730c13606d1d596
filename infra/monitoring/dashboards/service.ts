import { OBJECTIVES, ratioName } from '../objectives.ts';
import { CHOSEN, greatest, legendOf, quantiles, rateOf, type Board } from './board.ts';

const REQUESTS = 'rvs_http_server_request_duration_seconds';
const VERIFY = 'operation=~"records.verify|records.verify_batch"';

/** What callers see: requests, errors, latency, views, the log, deliveries. */
export const SERVICE: Board = {
  name: 'rvs-service',
  title: 'Record verification: service',
  rows: [
    {
      title: 'Objectives',
      panels: OBJECTIVES.map((objective) => ({
        title: objective.promise,
        unit: 'percentunit',
        about: `The share of requests that miss the objective. The error budget is ${Number((1 - objective.share).toPrecision(4))}.`,
        queries: [
          { expression: `${ratioName(objective, '5m')}{${CHOSEN}}`, legend: `${legendOf()} 5 min` },
          { expression: `${ratioName(objective, '6h')}{${CHOSEN}}`, legend: `${legendOf()} 6 h` },
        ],
      })),
    },
    {
      title: 'Requests',
      panels: [
        {
          title: 'Requests by operation',
          unit: 'reqps',
          queries: [rateOf(`${REQUESTS}_count`, 'operation')],
        },
        { title: 'Requests by status', unit: 'reqps', queries: [rateOf(`${REQUESTS}_count`, 'status')] },
        { title: 'Errors by code', unit: 'cps', queries: [rateOf('rvs_http_server_errors_total', 'code')] },
        {
          title: 'Refused by a rate limit or a quota',
          unit: 'cps',
          queries: [rateOf('rvs_http_server_errors_total', 'code', 'code=~"rate.limited|quota.*"')],
        },
        { title: 'Verifications', unit: 's', queries: quantiles(REQUESTS, VERIFY) },
        {
          title: 'All operations, 99th percentile',
          unit: 's',
          queries: quantiles(REQUESTS, '', 'operation').slice(1),
        },
        {
          title: 'Commands',
          unit: 's',
          queries: quantiles('rvs_command_duration_seconds', '', 'command').slice(1),
        },
        {
          title: 'Calls of MCP tools',
          unit: 'reqps',
          queries: [rateOf('rvs_mcp_tool_calls_total', 'tool, outcome')],
        },
      ],
    },
    {
      title: 'Views and credentials',
      panels: [
        {
          title: 'Age of views and consumers',
          unit: 's',
          about: 'From 5 s on, a gateway refuses to answer from a view.',
          queries: [greatest('rvs_event_feed_age_seconds', 'consumer')],
        },
        {
          title: 'From a change of a credential to its effect',
          unit: 's',
          queries: quantiles('rvs_directory_lag_seconds'),
        },
        { title: 'Parked streams', unit: 'short', queries: [greatest('rvs_dead_letter_streams', 'schema')] },
      ],
    },
    {
      title: 'Transparency log and history',
      panels: [
        {
          title: 'Age of the head',
          unit: 's',
          about: 'From 5 s on, gateways refuse to answer. The leader alone has it.',
          queries: [greatest('rvs_transparency_log_head_age_seconds')],
        },
        { title: 'Entries', unit: 'short', queries: [greatest('rvs_transparency_log_entries')] },
        {
          title: 'Last batch',
          unit: 's',
          queries: [greatest('rvs_transparency_log_batch_duration_seconds')],
        },
        {
          title: 'Entries that witnesses have not cosigned',
          unit: 'short',
          queries: [greatest('rvs_transparency_log_witness_lag_entries', 'witness')],
        },
        {
          title: 'Lag of the history’s seals, and of its copy',
          unit: 's',
          queries: [greatest('rvs_history_seal_lag_seconds'), greatest('rvs_history_stream_lag_seconds')],
        },
        {
          title: 'Refused, objections and skipped elements',
          unit: 'short',
          queries: [
            greatest('rvs_transparency_log_refused'),
            greatest('rvs_transparency_log_witness_objects', 'witness'),
            greatest('rvs_transparency_log_skipped_elements'),
          ],
        },
      ],
    },
    {
      title: 'Deliveries',
      panels: [
        {
          title: 'Attempts by outcome',
          unit: 'cps',
          queries: [rateOf('rvs_delivery_attempts_total', 'outcome')],
        },
        {
          title: 'From an event to its first attempt',
          unit: 's',
          queries: quantiles('rvs_delivery_latency_seconds'),
        },
        { title: 'Attempts', unit: 's', queries: quantiles('rvs_delivery_attempt_duration_seconds') },
        { title: 'Longest due', unit: 's', queries: [greatest('rvs_deliveries_oldest_due_seconds')] },
        { title: 'Waiting', unit: 'short', queries: [greatest('rvs_deliveries_waiting')] },
        { title: 'Endpoints held back', unit: 'short', queries: [greatest('rvs_delivery_endpoints_held')] },
      ],
    },
  ],
};
