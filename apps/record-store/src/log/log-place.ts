/** Where the log and the elements lie. */
export interface LogPlace {
  /** The schema of the log's own tables, and of the lease that its sequencer holds. */
  schema: string;
  /** The schemas of the event tables whose elements are sequenced. They are in one database. */
  sources: readonly string[];
}

/** What is sequenced in every environment. */
export const LOG_PLACE: LogPlace = {
  schema: 'record_store',
  sources: ['record_store', 'credential_authority'],
};
