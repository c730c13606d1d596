import type { ExportColumns } from '@service/platform/exports';
import type { ShownRecord } from './shown-record.js';

/** Records as a table. */
export const RECORD_COLUMNS: ExportColumns<ShownRecord> = {
  id: ({ id }) => id,
  external_id: ({ external_id }) => external_id,
  state: ({ state }) => state,
  version: ({ version }) => version,
  authority_id: ({ authority_id }) => authority_id,
  issuer: ({ issuer }) => issuer,
  origin: ({ origin }) => origin,
  content_digest: ({ content_digest }) => content_digest,
  expires_at: ({ expires_at }) => expires_at,
  successor_id: ({ successor_id }) => successor_id,
  reason: ({ reason }) => reason,
  metadata: ({ metadata }) => JSON.stringify(metadata),
  registered_at: ({ registered_at }) => registered_at,
  updated_at: ({ updated_at }) => updated_at,
};
