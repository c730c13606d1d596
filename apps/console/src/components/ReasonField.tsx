import { TextArea } from './Field.js';

/** The reason for an action, which is kept. */
export function ReasonField({
  value,
  onChange,
  issue,
  hint = 'It is kept for good.',
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
