import { logOriginSql } from '../elements/log-origin.js';
import { dueTableSql } from '../expiry/due-table.js';
import { positionsSql } from '../following/positions.js';
import { leasesSql } from '../leading/leases.js';
import { logIdentitySql } from '../leading/log-identity.js';
import { firstEventLogSql } from './schema.sql.js';

/** Tables of an app that owns a log of elements, for its first migration. */
export function ownedLogSql(schema: string): string[] {
  return [
    ...firstEventLogSql(schema),
    logOriginSql(schema),
    ...logIdentitySql(schema),
    leasesSql(schema),
    positionsSql(schema),
    ...dueTableSql(schema),
  ];
}
