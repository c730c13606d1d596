import type { ReactNode } from 'react';
import { Places } from '../../components/Loaded.js';
import { wholeNumber } from '../../format/numbers.js';
import type { Task } from '../../verifying/use-task.js';

/** Shows a task of the verifier: its progress, its error, or the answer. */
export function Answered<Answer>({
  task: { answer, error, progress },
  lines,
  children,
}: {
  task: Task<Answer>;
  lines: number;
  children: (answer: Answer) => ReactNode;
}) {
  if (answer !== null) return children(answer);
  if (error !== null)
    return (
      <p className="fault" role="alert">
        {error}
      </p>
    );
  return (
    <>
      {progress !== null && (
        <p className="note">
          {wholeNumber(progress.done)} of {wholeNumber(progress.of)} entries read
        </p>
      )}
      <Places lines={lines} />
    </>
  );
}
