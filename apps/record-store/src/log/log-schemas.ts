/** Schemas of the transparency log and of its sources. */
export interface LogSchemas {
  /** Schema of the log's tables, and of its sequencer's lease. */
  log: string;
  /** Schemas of the event tables whose elements are sequenced, in the same database. */
  sources: readonly string[];
}

/** The schemas in every environment. */
export const LOG_SCHEMAS: LogSchemas = {
  log: 'record_store',
  sources: ['record_store', 'credential_authority'],
};
