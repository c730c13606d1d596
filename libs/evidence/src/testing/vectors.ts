import { readdirSync, readFileSync } from 'node:fs';

const ROOT = new URL('../../../../test/vectors/', import.meta.url);

/** A file of `test/vectors`, as text. */
export function vectorText(path: string): string {
  return readFileSync(new URL(path, ROOT), 'utf8');
}

/** A file of `test/vectors`, as JSON. */
export function vectorJson<Shape>(path: string): Shape {
  return JSON.parse(vectorText(path)) as Shape;
}

/** The files of a folder of `test/vectors`. */
export function vectorFiles(folder: string): string[] {
  return readdirSync(new URL(folder, ROOT)).sort();
}
