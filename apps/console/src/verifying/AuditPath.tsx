import { Facts } from '../components/Page.js';
import type { PathStep } from './audit-path.js';
import { Outcome } from './Outcome.js';

/** The path from an entry to the root of its tree: each step hashes what is reached with the sibling beside it. */
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
      ? 'the log signed the same root'
      : 'the log signed another root'
    : `it says ${holds ? 'the same' : 'another'} root, which was not checked`;
  return (
    <Facts
      facts={[
        ['Entry', <code key="e">{leaf}</code>],
        ...steps.map(
          ({ side, sibling, parent }, at) =>
            [
              `Step ${at + 1}`,
              <span key="s" className="stack">
                <span className="note">
                  with <code>{sibling}</code> on the {side}
                </span>
                <code>{parent}</code>
              </span>,
            ] as const,
        ),
        [
          'Root',
          <span key="r" className="stack">
            <code>{root}</code>
            <Outcome holds={holds && isSigned}>{end}</Outcome>
          </span>,
        ],
      ]}
    />
  );
}
