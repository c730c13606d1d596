import { positionsSql } from '../following/positions.js';
import type { View } from './view.js';

/** Statements that make a view's schema, empty and standing at the beginning of its log. */
export function createViewSql(view: View, schema: string = view.schema): string[] {
  return [`CREATE SCHEMA ${schema}`, positionsSql(schema), ...view.createSql(schema)];
}
