import {
  CHECKS,
  GROUP_TITLES,
  GROUPS,
  groupOf,
  groupOutcomes,
  type CheckName,
  type Finding,
  type Report,
} from '@service/evidence';
import { useState } from 'react';
import { Icon, type IconName } from '../../components/Icon.js';
import { CHECK_SENTENCES } from '../../verifying/check-sentences.js';
import styles from './Verify.module.css';

const LOOKS: Readonly<Record<string, { icon: IconName; word: string }>> = {
  passed: { icon: 'check', word: 'passed' },
  failed: { icon: 'cross', word: 'failed' },
  not_checked: { icon: 'ring', word: 'not checked' },
  waiting: { icon: 'ring', word: 'not yet' },
};
const SHOWN = [
  { value: 'all', label: 'all' },
  { value: 'failed', label: 'failed' },
  { value: 'not_checked', label: 'not checked' },
] as const;

const RESULTS = { passed: 'ok', failed: 'FAILED', not_checked: 'not proven' } as const;

/** All checks by their groups. A click on one highlights what it examined. */
export function CheckList({
  findings,
  report,
  lit,
  onLight,
}: {
  findings: ReadonlyMap<CheckName, Finding>;
  /** Null until all checks are made. */
  report: Report | null;
  lit: CheckName | null;
  onLight: (check: CheckName | null) => void;
}) {
  const [shown, setShown] = useState<(typeof SHOWN)[number]['value']>('all');
  const listed = CHECKS.filter((check) => shown === 'all' || findings.get(check)?.outcome === shown);
  const outcomes = report === null ? null : groupOutcomes(report);
  return (
    <div className={styles.checks}>
      <div className={styles.choice} role="group" aria-label="Which checks are shown">
        {SHOWN.map(({ value, label }) => (
          <button key={value} type="button" aria-pressed={shown === value} onClick={() => setShown(value)}>
            {label}
          </button>
        ))}
      </div>
      {listed.length === 0 && <p className={styles.none}>No check of this kind.</p>}
      <ol role="list" className={styles.list} tabIndex={0} aria-label="Checks">
        {GROUPS.map((group) => (
          <li key={group} className={styles.group}>
            <h3>
              {GROUP_TITLES[group]} {outcomes !== null && <strong>{RESULTS[outcomes[group]]}</strong>}
            </h3>
            <ol role="list">
              {listed
                .filter((check) => groupOf(check) === group)
                .map((check) => (
                  <Check
                    key={check}
                    check={check}
                    finding={findings.get(check)}
                    isLit={lit === check}
                    onLight={() => onLight(lit === check ? null : check)}
                  />
                ))}
            </ol>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Check({
  check,
  finding,
  isLit,
  onLight,
}: {
  check: CheckName;
  finding: Finding | undefined;
  isLit: boolean;
  onLight: () => void;
}) {
  const outcome = finding?.outcome ?? 'waiting';
  const { icon, word } = LOOKS[outcome] as (typeof LOOKS)[string];
  return (
    <li className={styles.check} data-outcome={outcome}>
      <button type="button" aria-pressed={isLit} onClick={onLight} disabled={finding === undefined}>
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
