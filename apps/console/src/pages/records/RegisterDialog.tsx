import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useAct, useAnswer } from '../../api/queries.js';
import { ActDialog } from '../../components/Dialog.js';
import { Field, Select, TextArea } from '../../components/Field.js';
import { say } from '../../components/toast-store.js';
import { useZone } from '../../components/zone.js';
import { fromInput } from '../../format/input-times.js';
import { shown } from '../../format/hostile-text.js';
import { ContentField } from './ContentField.js';
import { readPairs } from './metadata.js';

/** Registers a record. */
export function RegisterDialog({
  onClose,
  onRegistered,
}: {
  onClose: () => void;
  onRegistered: (record: Schemas['Record']) => void;
}) {
  const zone = useZone();
  const authorities = useAnswer(['authorities', 'active'], (api) =>
    api.GET('/v1/authorities', { params: { query: { state: ['active'], limit: 100 } } }),
  );
  const choices = authorities.data?.data ?? [];
  const [chosen, setChosen] = useState('');
  const [content, setContent] = useState<{ content_digest: string } | null>(null);
  const [fields, setFields] = useState({
    origin: '',
    external_id: '',
    expires_at: '',
    metadata: '',
    signature: '',
  });
  const authority = choices.find(({ id }) => id === chosen) ?? choices[0];
  const register = useAct(
    (api, body: Schemas['RegisterBody']) => api.POST('/v1/records', { body } as never),
    ['records'],
  );
  const field = (name: keyof typeof fields) => ({
    value: fields[name],
    onChange: (event: { target: { value: string } }) =>
      setFields((before) => ({ ...before, [name]: event.target.value })),
    issue: register.error?.issueOf(name === 'signature' ? 'issuer_signature' : name),
  });
  const act = () => {
    if (authority === undefined || content === null) return;
    const expires = fromInput(fields.expires_at, zone);
    const metadata = readPairs(fields.metadata);
    const body = {
      authority_id: authority.id,
      origin: fields.origin,
      ...content,
      ...(fields.external_id === '' ? {} : { external_id: fields.external_id }),
      ...(expires === '' || expires === undefined ? {} : { expires_at: expires }),
      ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
      ...(fields.signature === '' ? {} : { issuer_signature: fields.signature }),
    };
    register.mutate(body, {
      onSuccess: (record) => {
        say('Record registered.');
        onRegistered(record as Schemas['Record']);
      },
    });
  };
  return (
    <ActDialog
      title="Register a record"
      act="Register record"
      busy={register.isPending}
      error={register.error}
      onAct={act}
      onClose={onClose}
      wide
    >
      <Select
        label="Authority"
        hint={
          choices.length === 0 && !authorities.isPending
            ? 'No authority is active: grant one first.'
            : 'Who states the record.'
        }
        value={authority?.id ?? ''}
        onChange={(event) => setChosen(event.target.value)}
        options={choices.map(({ id, issuer }) => ({ value: id, label: `${shown(issuer)} (${id})` }))}
        required
      />
      <Field
        label="Origin"
        hint="Where the record comes from; the service does not read it."
        {...field('origin')}
        maxLength={2048}
        required
      />
      <ContentField onChange={setContent} issue={register.error?.issueOf('content_digest')} />
      <Field
        label="External id"
        hint="Your own name for it, permanently unique in the project."
        {...field('external_id')}
        maxLength={512}
        required={authority !== undefined && authority.public_key !== null}
      />
      <Field label="Expires" type="datetime-local" step={1} {...field('expires_at')} />
      <TextArea label="Metadata" hint="One pair a line: team=checkout" {...field('metadata')} rows={2} />
      {authority !== undefined && authority.public_key !== null && (
        <Field
          label="Issuer’s signature"
          hint="The authority has a key of its own: its Ed25519 signature over this registration, in base64url."
          {...field('signature')}
          required
        />
      )}
    </ActDialog>
  );
}
