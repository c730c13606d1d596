import { TextArea } from './Field.js';

/** The reason for an action, stored in the history. */
export function ReasonField({
  value,
  onChange,
  issue,
  hint = 'Stays in the history.',
}: {
  value: string;
  onChange: (reason: string) => void;
  issue?: string | undefined;
  hint?: string;
}) {
  return (
    <TextArea
      label="Reason"
      hint={hint}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      issue={issue}
      required
      maxLength={500}
    />
  );
}
