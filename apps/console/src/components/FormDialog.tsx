import { useState, type ReactNode } from 'react';
import type { ApiError } from '../api/api-error.js';
import type { Api } from '../api/client.js';
import { useAct, type Scope } from '../api/queries.js';
import { ActDialog } from './Dialog.js';
import { TextArea } from './Field.js';
import { say } from './toast-store.js';

type Values<Name extends string> = Readonly<Record<Name, string>>;

/** What the fields of a form are made of. */
export interface Form<Name extends string> {
  /** The properties of a text field. @param member of the call, if it is named differently there. */
  field: (
    name: Name,
    member?: string,
  ) => {
    value: string;
    onChange: (event: { target: { value: string } }) => void;
    issue: string | undefined;
  };
  values: Values<Name>;
  error: ApiError | null;
}

interface FormDialogProps<Name extends string, Data> {
  act: string;
  title?: ReactNode;
  /** What the texts of its fields are at first. */
  initial?: Values<Name>;
  call: (
    api: Api,
    values: Values<Name>,
    reason: string,
  ) => Promise<{ data?: Data; error?: unknown; response: Response }>;
  /** The queries whose answers change. */
  touched: readonly string[];
  scope?: Scope;
  /** Asks for a reason, with this hint. */
  reason?: string;
  /** A name that must be typed to confirm what cannot be undone. */
  typed?: string | undefined;
  wide?: boolean;
  /** Said when it is done. */
  said?: string;
  /** Without it, the dialog closes when it is done. */
  onDone?: (data: Data) => void;
  onClose: () => void;
  children: ReactNode | ((form: Form<Name>) => ReactNode);
}

/** The hint of a reason that cannot be erased. */
export const KEPT = 'It is kept for good.';

/** A dialog whose fields are sent by one call. */
export function FormDialog<const Name extends string = never, Data = unknown>({
  act,
  title = act,
  initial = {} as Values<Name>,
  call,
  touched,
  scope,
  reason: hint,
  typed,
  wide = false,
  said,
  onDone,
  onClose,
  children,
}: FormDialogProps<Name, Data>) {
  const [values, setValues] = useState(initial);
  const [reason, setReason] = useState('');
  const sent = useAct((api, _input: void) => call(api, values, reason.trim()), touched, scope);
  const { error } = sent;
  const field: Form<Name>['field'] = (name, member = name) => ({
    value: values[name],
    onChange: ({ target: { value } }) => setValues((before) => ({ ...before, [name]: value })),
    issue: error?.issueOf(member),
  });
  const send = () =>
    sent.mutate(undefined, {
      onSuccess: (data) => {
        if (said !== undefined) say(said);
        if (onDone === undefined) onClose();
        else onDone(data);
      },
    });
  return (
    <ActDialog
      title={title}
      act={act}
      {...(typed === undefined ? {} : { danger: true, typed })}
      busy={sent.isPending}
      error={error}
      onAct={send}
      onClose={onClose}
      wide={wide}
    >
      {typeof children === 'function' ? children({ field, values, error }) : children}
      {hint !== undefined && (
        <TextArea
          label="Reason"
          hint={hint}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          issue={error?.issueOf('reason')}
          required
          maxLength={500}
        />
      )}
    </ActDialog>
  );
}
