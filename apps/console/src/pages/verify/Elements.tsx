import { Link } from '@tanstack/react-router';
import type { CheckName, Finding } from '@service/evidence';
import { Facts } from '../../components/Page.js';
import { ServerText } from '../../components/ServerText.js';
import { State, formerTone, type Tone } from '../../components/State.js';
import { Time } from '../../components/Time.js';
import { Timeline, TimelineItem } from '../../components/Timeline.js';
import { counted } from '../../format/numbers.js';
import type { ElementCard, EvidenceView } from '../../verifying/evidence-view.js';
import { isSigned } from './answer.js';
import { faultOf, looksAt, nameOfTransition, type Chain } from './lit.js';
import { ShortHash } from './ShortHash.js';
import type { Reason, Verification } from './use-verification.js';
import styles from './Verify.module.css';

/** Elements of a chain, at most, whose facts are not folded. */
const FEW = 4;

interface ChainProps {
  chain: Chain;
  cards: readonly ElementCard[];
  label: string;
  findings: ReadonlyMap<CheckName, Finding>;
  lit: Finding | null;
  /** Additional content of an element's card. */
  more?: (card: ElementCard, isNewest: boolean) => readonly (readonly [string, React.ReactNode])[];
}

/** The elements of one chain, oldest first; an invalid link is drawn as a broken line. */
function Elements({ chain, cards, label, findings, lit, more }: ChainProps) {
  return (
    <Timeline label={label}>
      {cards.map((card, at) => {
        const isNewest = cards[at + 1]?.subjectId !== card.subjectId;
        const fault = faultOf(findings.values(), chain, card);
        const next = cards[at + 1];
        const nextFault = next === undefined ? null : faultOf(findings.values(), chain, next);
        return (
          <TimelineItem
            key={`${card.subjectId} ${card.sequence} ${at}`}
            tone={fault === null ? formerTone(card.state) : 'bad'}
            title={
              <>
                {card.sequence}. {nameOfTransition(card.type)}{' '}
                {card.state !== '' && <State state={card.state} tone={formerTone(card.state)} />}
              </>
            }
            beside={Number.isNaN(Date.parse(card.occurredAt)) ? null : <Time at={card.occurredAt} exact />}
            broken={fault?.tears === 'after' || nextFault?.tears === 'before'}
            marked={lit !== null && looksAt(lit, chain, card, isNewest)}
          >
            {fault !== null && (
              <p className="fault" role="alert">
                The chain breaks here. {fault.why}
              </p>
            )}
            <details className={styles.others} open={cards.length <= FEW || isNewest || fault !== null}>
              <summary hidden={cards.length <= FEW}>Details</summary>
              <Facts
                facts={[
                  ...(more?.(card, isNewest) ?? []),
                  ['Digest', <ShortHash key="d" hash={card.digest} what="digest" />],
                  [
                    'Previous',
                    card.previous === null ? null : (
                      <ShortHash key="p" hash={card.previous} what="digest before" />
                    ),
                  ],
                  [
                    'Signed by',
                    card.keyId === null ? 'nobody' : <ShortHash key="s" hash={card.keyId} what="key id" />,
                  ],
                ]}
              />
            </details>
          </TimelineItem>
        );
      })}
    </Timeline>
  );
}

/** The chain of the record, and those of its authorities and keys. */
export function EvidenceChains({
  verification: { view, findings, result, reasons },
  lit,
}: {
  verification: Verification;
  lit: Finding | null;
}) {
  if (view === null) return null;
  const { record, authorities, keys } = view;
  const shared = { findings, lit };
  const shown = result !== null && isSigned(result.report) ? view.claim.authority : null;
  const place = (card: ElementCard, isNewest: boolean) =>
    result?.indices[card.sequence] ?? (isNewest ? view.receipt?.index : undefined);
  return (
    <div className={styles.chains}>
      <Elements
        {...shared}
        chain="record"
        cards={record}
        label="Elements of the record, oldest first"
        more={(card, isNewest) => [
          ['Authority', authorityOf(card, isNewest ? shown : null)],
          ['Reason', reasonOf(card, reasons, result?.reasonsHold ?? [])],
          [
            'Content',
            card.contentDigest === null ? null : (
              <ShortHash hash={card.contentDigest} what="content digest" />
            ),
          ],
          ['Origin', card.origin === null ? null : <ServerText text={card.origin} link />],
          ['Successor', card.successorId],
          ['Log index', placeText(place(card, isNewest), isNewest)],
        ]}
      />
      {(
        [
          ['authorities', authorities, 'Elements of its authorities'],
          ['keys', keys, 'Elements of the keys that signed'],
        ] as const
      ).map(([chain, cards, label]) => (
        <details key={chain} className={styles.others}>
          <summary>
            {label} <span>{counted(cards.length, 'element')}</span>
          </summary>
          <Elements
            {...shared}
            chain={chain}
            cards={cards}
            label={label}
            more={(card) => [[chain === 'keys' ? 'Key' : 'Authority', <code key="i">{card.subjectId}</code>]]}
          />
        </details>
      ))}
    </div>
  );
}

function placeText(index: number | undefined, isNewest: boolean): React.ReactNode {
  if (index === undefined) return isNewest ? 'not in the log yet' : null;
  return (
    <Link to="/log" search={{ entry: String(index) }}>
      {index}
    </Link>
  );
}

function authorityOf({ authority, issuer }: ElementCard, shown: EvidenceView['claim']['authority']) {
  if (authority === null) return null;
  return (
    <span className={styles.authority}>
      <Link to="/authorities/$id" params={{ id: authority.id }}>
        {issuer === null ? authority.id : <ServerText text={issuer} length={80} />}
      </Link>{' '}
      version {authority.version}
      {shown !== null && (
        <>
          {' '}
          <Held holds={shown.validAtEvent} tone="bad" what="authority {not}valid then" />{' '}
          <Held holds={shown.validNow} what="authority {not}valid now" />
        </>
      )}
    </span>
  );
}

function reasonOf({ sequence }: ElementCard, reasons: readonly Reason[], hold: readonly number[]) {
  const reason = reasons.find((each) => each.sequence === sequence)?.reason;
  if (reason === undefined) return null;
  return (
    <span>
      <ServerText text={reason} /> <Held holds={hold.includes(sequence)} what="{not}the signed reason" />
    </span>
  );
}

/** Whether something holds, as a state with its sign. */
function Held({ holds, tone = 'warn', what }: { holds: boolean; tone?: Tone; what: string }) {
  return <State state={what.replace('{not}', holds ? '' : 'not ')} tone={holds ? 'good' : tone} />;
}
