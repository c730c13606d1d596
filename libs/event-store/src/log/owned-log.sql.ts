import { logOriginSql } from '../elements/log-origin.js';
import { dueTableSql } from '../expiry/due-table.js';
import { positionsSql } from '../following/positions.js';
import { leasesSql } from '../leading/leases.js';
import { logIdentitySql } from '../leading/log-identity.js';
import { eventLogSql } from './schema.sql.js';

/** Tables of an app that owns a log of elements. */
export function ownedLogSql(schema: string): string[] {
  return [
    ...eventLogSql(schema),
    logOriginSql(schema),
    ...logIdentitySql(schema),
    leasesSql(schema),
    positionsSql(schema),
    ...dueTableSql(schema),
  ];
}
