import { Link } from '@tanstack/react-router';
import { Tile } from '../../components/Tile.js';
import { MOST_WAITING, counted, shortNumber, wholeNumber } from '../../format/numbers.js';
import { isVerification, itemsOf } from '../usage/usage-totals.js';
import { refusalsOf } from './refusals.js';
import {
  useDay,
  useDeliverySummary,
  useCompromisedAuthorities,
  useEndedRecords,
} from './overview-queries.js';

/** Verifications of the last 24 hours. */
export function VerificationTile() {
  const { data, error } = useDay();
  const verified = data?.data.filter(isVerification);
  return (
    <Tile label="Verifications" value={valueOf(verified && itemsOf(verified), error)}>
      in 24 hours
    </Tile>
  );
}

/** Refusals and failures of the last 24 hours. */
export function RefusalTile() {
  const { data, error } = useDay();
  const refusals = data && refusalsOf(data.data);
  const sumOf = (some: typeof refusals = []) => some.reduce((sum, { count }) => sum + count, 0);
  const failures = sumOf(refusals?.filter(({ isFailure }) => isFailure));
  return (
    <Tile
      label="Refused"
      value={valueOf(refusals && sumOf(refusals), error)}
      tone={failures > 0 ? 'bad' : undefined}
    >
      in 24 hours
      {failures > 0 && (
        <>
          ,{' '}
          <Link to="/history" search={{ outcome: 'failed', from: data?.from }}>
            {wholeNumber(failures)} failed
          </Link>
        </>
      )}
    </Tile>
  );
}

/** Records that are not active, by their states, and the authorities whose records are not valid in any. */
export function RecordTile() {
  const { data, error } = useEndedRecords();
  const states = Map.groupBy(data?.data ?? [], ({ state }) => state);
  const count = valueOf(data?.data.length, error);
  const compromised = useCompromisedAuthorities();
  return (
    <Tile label="Records suspended or ended" value={data?.next_cursor == null ? count : `${count}+`}>
      <span className="row">
        {data?.data.length === 0 && 'All are active.'}
        {[...states].map(([state, { length }]) => (
          <Link key={state} to="/records" search={{ state }}>
            {length} {state}
          </Link>
        ))}
      </span>
      {compromised.length > 0 && (
        <p>
          Not valid either: records of{' '}
          <Link to="/authorities" search={{ state: 'revoked' }}>
            {counted(compromised.length, 'compromised authority', 'compromised authorities')}
          </Link>
        </p>
      )}
    </Tile>
  );
}

/** Failing endpoints and waiting deliveries. */
export function DeliveryTile() {
  const summary = useDeliverySummary();
  const failing = summary.data?.data.filter(({ failures }) => failures > 0);
  const waiting = summary.data?.data.reduce((sum, { pending }) => sum + pending, 0) ?? 0;
  const isCut = summary.data?.data.some(({ pending }) => pending >= MOST_WAITING);
  const count = failing?.length;
  return (
    <Tile
      label="Endpoints failing"
      value={valueOf(count, summary.error)}
      tone={count === undefined ? undefined : count > 0 ? 'warn' : 'good'}
    >
      <Link to="/subscriptions">
        {isCut === true && 'at least '}
        {counted(waiting, 'delivery', 'deliveries')} waiting
      </Link>
    </Tile>
  );
}

function valueOf(count: number | undefined, error: unknown): string | null | undefined {
  if (count !== undefined) return shortNumber(count);
  return error === null ? undefined : null;
}
