import type { Pool } from 'pg';
import { MetadataReader } from '../use-cases/metadata-reader.js';

/** Reads the metadata of subjects that have none. */
export const noMetadata = new MetadataReader({
  query: () => Promise.resolve({ rows: [] }),
} as unknown as Pool);
