import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useWhereabouts } from '../../api/session.js';
import { Button } from '../../components/Button.js';
import { State } from '../../components/State.js';
import { counted } from '../../format/numbers.js';
import type { Line } from './interaction-line.js';
import type { LinkCheck } from './rehash-lines.js';

/** Recomputes the links of the shown lines in this browser. */
export function LinkCheckPanel({ lines }: { lines: readonly Line[] }) {
  const { project } = useWhereabouts();
  const [result, setResult] = useState<{ of: readonly Line[]; check: LinkCheck } | null>(null);
  const run = async (): Promise<void> => {
    const { rehashLines } = await import('./rehash-lines.js');
    setResult({ of: lines, check: rehashLines(project?.id ?? '', lines) });
  };
  const check = result?.of === lines ? result.check : null;
  return (
    <div className="row">
      <Button size="s" onClick={() => void run()}>
        Check these lines in this browser
      </Button>
      <span className="row" role="status">
        {check !== null && <Result check={check} />}
      </span>
    </div>
  );
}

function Result({ check: { sound, broken, open } }: { check: LinkCheck }) {
  return (
    <>
      {sound > 0 && (
        <State state="sound" tone="good">
          {counted(sound, 'link')} computed again, as the service said
        </State>
      )}
      {broken.length > 0 && (
        <State state="broken" tone="bad">
          {counted(broken.length, 'line')} changed:{' '}
          {broken.slice(0, 5).map((id) => (
            <Link key={id} to="/history/$id" params={{ id }} search={{}}>
              <code>{id}</code>
            </Link>
          ))}
        </State>
      )}
      {open > 0 && (
        <State state="open" tone="open">
          {open} follow lines that are not shown
        </State>
      )}
    </>
  );
}
