import { Field, Select } from '../../components/Field.js';
import type { Parameter } from './operations-of.js';

/** A field for one parameter; a choice where its schema lists few values. */
export function ParameterField({
  parameter: { name, in: where, required, description = '', schema },
  value,
  onChange,
}: {
  parameter: Parameter;
  value: string;
  onChange: (value: string) => void;
}) {
  const choices = schema?.enum;
  if (choices !== undefined && choices.length <= 30) {
    return (
      <Select
        label={<code>{name}</code>}
        hint={description}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        options={[
          ...(required === true ? [] : [{ value: '', label: 'any' }]),
          ...choices.map((each) => ({ value: each, label: each })),
        ]}
      />
    );
  }
  return (
    <Field
      label={<code>{name}</code>}
      hint={description}
      value={value}
      required={where === 'path'}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
