import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { Field, MomentField, Select, TextArea } from '../../components/Field.js';
import { FormDialog } from '../../components/FormDialog.js';
import { useZone } from '../../components/preferences.js';
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
  const authority = choices.find(({ id }) => id === chosen) ?? choices[0];
  return (
    <FormDialog
      title="Register a record"
      act="Register record"
      said="Record registered."
      initial={{ origin: '', external_id: '', expires_at: '', metadata: '', issuer_signature: '' }}
      touched={['records']}
      call={(api, { metadata, expires_at, ...texts }) => {
        const given = Object.entries({ ...texts, expires_at: fromInput(expires_at, zone) });
        const pairs = readPairs(metadata);
        const body = {
          authority_id: authority?.id,
          ...content,
          ...Object.fromEntries(given.filter(([, value]) => value !== '')),
          ...(Object.keys(pairs).length === 0 ? {} : { metadata: pairs }),
        };
        return api.POST('/v1/records', { body: body as never });
      }}
      onDone={(record) => onRegistered(record as Schemas['Record'])}
      onClose={onClose}
      wide
    >
      {({ field, error }) => (
        <>
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
          <ContentField onChange={setContent} issue={error?.issueOf('content_digest')} />
          <Field
            label="External id"
            hint="Your own name for it, permanently unique in the project."
            {...field('external_id')}
            maxLength={512}
            required={authority !== undefined && authority.public_key !== null}
          />
          <MomentField label="Expires" {...field('expires_at')} />
          <TextArea label="Metadata" hint="One pair a line: team=checkout" {...field('metadata')} rows={2} />
          {authority !== undefined && authority.public_key !== null && (
            <Field
              label="Issuer’s signature"
              hint="The authority has a key of its own: its Ed25519 signature over this registration, in base64url."
              {...field('issuer_signature')}
              required
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
