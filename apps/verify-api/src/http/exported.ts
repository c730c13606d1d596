import type { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { ExportFormatName } from '@service/platform/exports';
import { preferredType } from './accept.js';
import { CSV, CSV_ANSWER, JSON_MEDIA, NDJSON, STREAMABLE } from './media-types.js';

/** The format in which `Accept` asks for all of a list; null for a page of it. */
export function exportFormatOf(accept: string | undefined): ExportFormatName | null {
  const type = preferredType(accept, STREAMABLE) ?? JSON_MEDIA;
  if (type === JSON_MEDIA) return null;
  return type === CSV ? 'csv' : 'ndjson';
}

/** An export as it is answered. */
export function exported(text: Readable, format: ExportFormatName): StreamableFile {
  return new StreamableFile(text, { type: format === 'csv' ? CSV_ANSWER : NDJSON });
}
