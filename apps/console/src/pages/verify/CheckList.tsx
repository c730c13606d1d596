import {
  CHECKS,
  GROUP_TERMS,
  GROUP_TITLES,
  GROUPS,
  groupOf,
  groupOutcomes,
  type CheckName,
  type Finding,
  type Report,
} from '@service/evidence';
import { Icon, type IconName } from '../../components/Icon.js';
import { CHECK_SENTENCES } from '@service/evidence/case';
import styles from './Verify.module.css';

const LOOKS = {
  passed: { icon: 'check', word: 'passed' },
  failed: { icon: 'cross', word: 'failed' },
  not_checked: { icon: 'ring', word: 'not checked' },
  waiting: { icon: 'dots', word: 'not yet' },
} as const satisfies Readonly<Record<string, { icon: IconName; word: string }>>;

interface CheckListProps {
  findings: ReadonlyMap<CheckName, Finding>;
  /** Null until all checks are made. */
  report: Report | null;
  lit: CheckName | null;
  onLight: (check: CheckName | null) => void;
}

/** The five groups with their outcomes, their checks folded below. A click on a check highlights what it examined. */
export function CheckList({ report, ...checks }: CheckListProps) {
  const outcomes = report === null ? null : groupOutcomes(report);
  return (
    <ol role="list" className={`card ${styles.list}`} aria-label="Checks">
      {GROUPS.map((group) => {
        const outcome = outcomes?.[group] ?? 'waiting';
        return (
          <li key={group}>
            <details className={styles.group} open={outcome === 'failed'} data-outcome={outcome}>
              <summary>
                <Icon name={LOOKS[outcome].icon} />
                <span>
                  <b>{GROUP_TITLES[group]}</b> <span>{LOOKS[outcome].word}</span>
                  {outcome === 'not_checked' && <small>{GROUP_TERMS[group].undecided}</small>}
                </span>
                <Icon name="down" />
              </summary>
              <ol role="list">
                {CHECKS.filter((check) => groupOf(check) === group).map((check) => (
                  <Check key={check} check={check} {...checks} />
                ))}
              </ol>
            </details>
          </li>
        );
      })}
    </ol>
  );
}

function Check({
  check,
  findings,
  lit,
  onLight,
}: Omit<CheckListProps, 'report'> & {
  check: CheckName;
}) {
  const finding = findings.get(check);
  const isLit = lit === check;
  const outcome = finding?.outcome ?? 'waiting';
  const { icon, word } = LOOKS[outcome];
  return (
    <li className={styles.check} data-outcome={outcome}>
      <button
        type="button"
        aria-pressed={isLit}
        onClick={() => onLight(isLit ? null : check)}
        disabled={finding === undefined}
      >
        <span className={styles.mark}>
          <Icon name={icon} />
          <span className="visually-hidden">{word}: </span>
        </span>
        <span className={styles.said}>
          <code>{check}</code>
          <span>{CHECK_SENTENCES[check].proves}</span>
          {finding?.why !== undefined && (
            <span className={styles.why}>
              {outcome === 'failed' ? 'Failed: ' : 'Open: '}
              {finding.why}
              {finding.about !== undefined && outcome === 'failed' && <> ({finding.about})</>}
            </span>
          )}
        </span>
      </button>
    </li>
  );
}
