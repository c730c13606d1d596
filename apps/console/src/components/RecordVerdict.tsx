import { Fragment, type ReactNode } from 'react';
import type { Schemas } from '../api/client.js';
import {
  verdictLabel,
  verdictSentence,
  type KnownRecord,
  type SaidVerdict,
} from '../format/verdict-words.js';
import { Icon, type IconName } from './Icon.js';
import styles from './RecordVerdict.module.css';
import { RowLink } from './RowLink.js';
import { ServerText } from './ServerText.js';
import { State, wordOf } from './State.js';
import { useZone } from './preferences.js';

/** Characters of a reason that are shown in the sentence at once. */
const SHOWN = 160;

/** Whether a record is good and why not, in one sentence of one colour.
 *  @param by who made its newest version, with a space before it. */
export function RecordVerdict({
  verdict,
  known,
  by,
}: {
  verdict: SaidVerdict;
  known: KnownRecord;
  by: ReactNode;
}) {
  const { says, because } = verdictSentence(verdict, known, useZone());
  const { authority } = known;
  const [begin, ...parts] = says.split('{');
  const links: Readonly<Record<string, ReactNode>> = {
    by,
    authority: authority && (
      <>
        {' '}
        <RowLink to="/authorities/$id" params={{ id: authority.id }}>
          <ServerText text={authority.issuer} length={60} />
        </RowLink>
      </>
    ),
  };
  return (
    <VerdictLine good={verdict.result === 'passed'}>
      {begin}
      {parts.map((part) => {
        const [place = '', text] = part.split('}');
        return (
          <Fragment key={part}>
            {links[place]}
            {text}
          </Fragment>
        );
      })}
      {because !== null && (
        <>
          , because “<ServerText text={because} length={SHOWN} />”
        </>
      )}
      .
    </VerdictLine>
  );
}

type Good = boolean | 'waiting' | 'unknown';
const SIGNS: Readonly<Record<string, IconName>> = { true: 'check', false: 'cross', waiting: 'dots' };

/** A sentence in the place of a verdict, whether there is none yet or none at all. */
export function VerdictLine({ good, children }: { good: Good; children: ReactNode }) {
  return (
    <p className={styles.verdict} data-good={good}>
      <Icon name={SIGNS[String(good)] ?? 'warning'} />
      <span>{children}</span>
    </p>
  );
}

/** The verdict on a record of a list; its state in no colour where the service gives no verdict now. */
export function VerdictBadge({ record: { state, verdict } }: { record: Schemas['Record'] }) {
  if (verdict === undefined || verdict === null) {
    return (
      <State state={state} tone="open">
        {wordOf(state)}, not verified
      </State>
    );
  }
  return (
    <State state={state} tone={verdict.result === 'passed' ? 'good' : 'bad'}>
      {verdictLabel(verdict)}
    </State>
  );
}
