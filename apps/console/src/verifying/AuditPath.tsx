import type { PathStep } from './audit-path.js';
import styles from './AuditPath.module.css';

/** The path from an entry to the root of its tree: each step shows the sibling hash, left or right, and the parent. */
export function AuditPath({
  leaf,
  steps,
  root,
  isSigned,
}: {
  leaf: string;
  steps: readonly PathStep[];
  root: string;
  /** Whether a check proved that the log signed this root. */
  isSigned: boolean;
}) {
  const holds = (steps.at(-1)?.parent ?? leaf) === root;
  const end = isSigned
    ? holds
      ? 'the same root is signed by the log'
      : 'the log signed another root'
    : `it says ${holds ? 'the same' : 'another'} root, which was not checked`;
  return (
    <ol role="list" className={styles.path} aria-label="Path from the entry to the root">
      <li className={styles.step}>
        <Node name="entry" hash={leaf} />
      </li>
      {steps.map(({ side, sibling, parent }, at) => (
        <li key={at} className={styles.step} data-side={side}>
          <Node name={`beside it, on the ${side}`} hash={sibling} quiet />
          <Node name={at === steps.length - 1 ? 'computed root' : 'both'} hash={parent} />
        </li>
      ))}
      <li className={styles.end} data-holds={holds && isSigned}>
        <Node name={end} hash={root} />
      </li>
    </ol>
  );
}

function Node({ name, hash, quiet = false }: { name: string; hash: string; quiet?: boolean }) {
  return (
    <span className={quiet ? styles.quiet : styles.node} title={hash}>
      <span className={styles.name}>{name}</span> <code>{hash.slice(0, 12)}…</code>
    </span>
  );
}
