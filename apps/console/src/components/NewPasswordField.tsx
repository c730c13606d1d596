import { Field } from './Field.js';

/** Fewest characters of a password. */
const SHORTEST = 15;

/** A field for a password that is chosen now. */
export function NewPasswordField({
  label,
  value,
  onChange,
  issue,
}: {
  label: string;
  value: string;
  onChange: (password: string) => void;
  issue: string | undefined;
}) {
  return (
    <Field
      label={label}
      type="password"
      hint={`At least ${SHORTEST} characters: some words in a row are good.`}
      autoComplete="new-password"
      required
      minLength={SHORTEST}
      maxLength={256}
      value={value}
      issue={issue}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
