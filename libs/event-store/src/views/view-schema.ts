import { consumerTablesSql } from '../following/consumer-tables.sql.js';
import type { View } from './view.js';

/** Statements that create a view's schema, empty and at the beginning of its log. */
export function createViewSql(view: View, schema: string = view.schema): string[] {
  return [`CREATE SCHEMA ${schema}`, ...consumerTablesSql(schema), ...view.createSql(schema)];
}
