import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { counted, shortNumber } from '../../format/numbers.js';
import { isVerification, itemsOf } from '../usage/usage-totals.js';
import styles from './Overview.module.css';
import { refusalsOf } from './refusals.js';
import { useDay, useDeliverySummary, useRefusals } from './use-day.js';

interface TileProps {
  label: string;
  /** Undefined while it loads; null if unavailable. */
  value: string | null | undefined;
  tone?: 'good' | 'warn' | 'bad' | undefined;
  children?: ReactNode;
}

/** One figure, of constant height. */
function Tile({ label, value, tone, children }: TileProps) {
  return (
    <section className={styles.tile} data-tone={tone} aria-label={label}>
      <h2>{label}</h2>
      <p className={styles.figure}>
        {value === undefined ? <span className={styles.place} /> : (value ?? '—')}
      </p>
      <div className={styles.below}>{children}</div>
    </section>
  );
}

/** Verifications since midnight UTC. */
export function VerificationTile() {
  const { usage, today } = useDay();
  const verified = usage.data?.data.filter((entry) => isVerification(entry) && entry.start >= today);
  return (
    <Tile
      label="Verifications today"
      value={valueOf(verified === undefined ? undefined : itemsOf(verified), usage.error)}
    >
      since midnight UTC
    </Tile>
  );
}

/** Refusals and failures since midnight UTC. */
export function RefusalTile() {
  const usage = useRefusals();
  const refusals = usage.data === undefined ? undefined : refusalsOf(usage.data.data);
  const count = refusals?.reduce((sum, each) => sum + each.count, 0);
  const failures =
    refusals?.filter(({ isFailure }) => isFailure).reduce((sum, each) => sum + each.count, 0) ?? 0;
  return (
    <Tile label="Rejected today" value={valueOf(count, usage.error)} tone={failures > 0 ? 'bad' : undefined}>
      {failures > 0 ? (
        <Link to="/history" search={{ outcome: 'failed' }}>
          {counted(failures, 'request')} failed
        </Link>
      ) : (
        <Link to="/history" search={{ outcome: 'refused' }}>
          Show them
        </Link>
      )}
    </Tile>
  );
}

/** Failing endpoints and waiting deliveries. */
export function DeliveryTile() {
  const summary = useDeliverySummary();
  const failing = summary.data?.data.filter(({ failures }) => failures > 0);
  const waiting = summary.data?.data.reduce((sum, { pending }) => sum + pending, 0) ?? 0;
  const count = failing?.length;
  return (
    <Tile
      label="Endpoints failing"
      value={valueOf(count, summary.error)}
      tone={count === undefined ? undefined : count > 0 ? 'warn' : 'good'}
    >
      <Link to="/subscriptions">{counted(waiting, 'delivery', 'deliveries')} waiting</Link>
    </Tile>
  );
}

function valueOf(count: number | undefined, error: unknown): string | null | undefined {
  if (count !== undefined) return shortNumber(count);
  return error === null ? undefined : null;
}
