import {
  useId,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
} from 'react';
import styles from './Field.module.css';

interface FieldProps {
  label: ReactNode;
  /** Hint on what to enter. */
  hint?: ReactNode;
  /** Validation error of the server or the page. */
  issue?: string | undefined;
  /** Whether only screen readers get the label, because the context shows it. */
  quietLabel?: boolean;
}

type Attributes<T> = Omit<T, 'className' | 'style' | 'id'>;

/** A text field with its label, hint and issue. */
export function Field({
  label,
  hint,
  issue,
  quietLabel,
  ...input
}: FieldProps & Attributes<InputHTMLAttributes<HTMLInputElement>>) {
  return (
    <Frame label={label} hint={hint} issue={issue} quietLabel={quietLabel}>
      {(described) => (
        <input autoComplete="off" spellCheck={false} {...input} {...described} className={styles.control} />
      )}
    </Frame>
  );
}

/** A field for a moment, to the second. */
export function MomentField(props: Parameters<typeof Field>[0]) {
  return <Field type="datetime-local" step={1} {...props} />;
}

/** A text field of several lines. */
export function TextArea({
  label,
  hint,
  issue,
  quietLabel,
  ...input
}: FieldProps & Attributes<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  return (
    <Frame label={label} hint={hint} issue={issue} quietLabel={quietLabel}>
      {(described) => <textarea rows={3} {...input} {...described} className={styles.control} />}
    </Frame>
  );
}

/** A native select. */
export function Select({
  label,
  hint,
  issue,
  quietLabel,
  options,
  ...input
}: FieldProps &
  Attributes<SelectHTMLAttributes<HTMLSelectElement>> & {
    options: readonly { value: string; label: string }[];
  }) {
  return (
    <Frame label={label} hint={hint} issue={issue} quietLabel={quietLabel}>
      {(described) => (
        <select {...input} {...described} className={styles.control}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Frame>
  );
}

/** A checkbox. */
export function Checkbox({
  label,
  hint,
  ...input
}: { label: ReactNode; hint?: ReactNode } & Attributes<InputHTMLAttributes<HTMLInputElement>>) {
  const id = useId();
  return (
    <div className={styles.check}>
      <input
        type="checkbox"
        {...input}
        id={id}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** A fieldset with a legend. */
export function FieldGroup({
  legend,
  hint,
  issue,
  children,
}: {
  legend: ReactNode;
  hint?: ReactNode;
  issue?: string | undefined;
  children: ReactNode;
}) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.label}>{legend}</legend>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {children}
      {issue !== undefined && <p className={styles.issue}>{issue}</p>}
    </fieldset>
  );
}

interface Described {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

function Frame({
  label,
  hint,
  issue,
  quietLabel = false,
  children,
}: {
  [Name in keyof FieldProps]: FieldProps[Name] | undefined;
} & { children: (described: Described) => ReactNode }) {
  const id = useId();
  const said = [hint === undefined ? [] : [`${id}-hint`], issue === undefined ? [] : [`${id}-issue`]].flat();
  return (
    <div className={styles.field}>
      <label className={quietLabel ? 'visually-hidden' : styles.label} htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-invalid': issue !== undefined, 'aria-describedby': said.join(' ') || undefined })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {issue !== undefined && (
        <p id={`${id}-issue`} className={styles.issue}>
          {issue}
        </p>
      )}
    </div>
  );
}
