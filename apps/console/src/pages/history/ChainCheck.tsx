import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { serverClock } from '../../api/server-time.js';
import { Button } from '../../components/Button.js';
import { CopyAsCurl } from '../../components/CopyAsCurl.js';
import { Field } from '../../components/Field.js';
import { IdText } from '../../components/IdText.js';
import { Loaded } from '../../components/Loaded.js';
import { Panel, Section } from '../../components/Page.js';
import { State } from '../../components/State.js';
import { Table, type Column } from '../../components/Table.js';
import { Time } from '../../components/Time.js';
import { counted, wholeNumber } from '../../format/numbers.js';
import { utcDay } from '../../format/times.js';
import styles from './History.module.css';

type DayCheck = Schemas['HistoryCheck'];
type LaneCheck = DayCheck['data'][number];

/** Checks a day of the history by the links of each lane and by its seals in the log. */
export function ChainCheck() {
  const today = utcDay(serverClock.read());
  const [day, setDay] = useState(today);
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <Section
      title="Check a day"
      actions={<CopyAsCurl call={{ path: '/v1/interactions/check', query: { day } }} />}
    >
      <Panel>
        <p>
          Each process writes a lane of its own. Its lines are linked by digests, and once a second all lanes
          are sealed in the transparency log, which even the service cannot change.
        </p>
        <form
          className={styles.check}
          onSubmit={(event) => {
            event.preventDefault();
            setAsked(day);
          }}
        >
          <Field
            label="Day, in UTC"
            type="date"
            value={day}
            max={today}
            required
            onChange={(event) => setDay(event.target.value)}
          />
          <Button type="submit">Check its lanes</Button>
        </form>
        {asked !== null && <DayResult key={asked} day={asked} />}
      </Panel>
    </Section>
  );
}

function DayResult({ day }: { day: string }) {
  const query = useAnswer(['interaction-check', day], (api) =>
    api.GET('/v1/interactions/check', { params: { query: { day } } }),
  );
  return (
    <Loaded query={query} lines={3}>
      {(check) => (
        <>
          <Verdict check={check} />
          {check.data.length > 0 && (
            <Table
              label={`Lanes of ${day}`}
              columns={COLUMNS}
              items={check.data}
              keyOf={({ writer }) => writer}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

function Verdict({ check }: { check: DayCheck }) {
  const { day, dropped_at: dropped, sound, data, seal_faults: sealFaults } = check;
  if (dropped !== null) {
    return (
      <p>
        {day} was dropped <Time at={dropped} />, its time being over. Its seals are still in the log.
      </p>
    );
  }
  if (data.length === 0) return <p>This project has no lines of {day}.</p>;
  const lines = data.reduce((sum, lane) => sum + lane.lines, 0);
  return (
    <div className="row" role="status">
      {sound ? (
        <State state="sound" tone="good">
          {counted(lines, 'line')} in {counted(data.length, 'lane')}: all as they were written
        </State>
      ) : (
        <State state="broken" tone="bad">
          {day} is not as it was written
        </State>
      )}
      {sealFaults.map(({ seal, kind }) => (
        <State key={`${seal} ${kind}`} state={kind} tone="bad">
          Seal <SealLink seal={seal} />: {kind.replaceAll('_', ' ')}
        </State>
      ))}
    </div>
  );
}

/** The log entry of a seal. */
function SealLink({ seal }: { seal: number }) {
  return (
    <Link to="/log" search={{ entry: `seal:${seal}` }}>
      {wholeNumber(seal)}
    </Link>
  );
}

const COLUMNS: readonly Column<LaneCheck>[] = [
  { title: 'Lane', cell: ({ writer }) => <IdText id={writer} what="writer" /> },
  {
    title: 'Found',
    cell: ({ sound, fault_count: count, faults }) =>
      sound ? (
        <State state="sound" tone="good" />
      ) : (
        <>
          <State state="broken" tone="bad">
            {counted(count, 'fault')}
          </State>
          <ul>
            {faults.map(({ kind, sequence, lines, request_id: id }) => (
              <li key={`${kind} ${sequence}`}>
                {kind.replaceAll('_', ' ')}, from line {sequence}, {counted(lines, 'line')}
                {id !== null && (
                  <>
                    {' '}
                    <Link to="/history/$id" params={{ id }} search={{}}>
                      <code>{id}</code>
                    </Link>
                  </>
                )}
              </li>
            ))}
          </ul>
        </>
      ),
  },
  { title: 'Lines', align: 'end', cell: ({ lines }) => wholeNumber(lines) },
  { title: 'Not sealed yet', align: 'end', cell: ({ unsealed }) => wholeNumber(unsealed) },
  {
    title: 'Newest seal',
    align: 'end',
    cell: ({ seal }) => (seal === null ? '—' : <SealLink seal={seal} />),
  },
];
