import type { Pool } from 'pg';
import { MetadataReader } from '../lists/metadata-reader.js';

/** Reads the metadata of subjects that have none. */
export const noMetadata = new MetadataReader({
  query: () => Promise.resolve({ rows: [] }),
} as unknown as Pool);
