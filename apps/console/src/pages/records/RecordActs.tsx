import { RECORD_TRANSITIONS, recordTransitionOf } from '@service/evidence';
import { useState } from 'react';
import { atVersion } from '../../api/at-version.js';
import type { Schemas } from '../../api/client.js';
import { ActButton } from '../../components/Button.js';
import { Field, MomentField } from '../../components/Field.js';
import { FormDialog } from '../../components/FormDialog.js';
import { useZone } from '../../components/preferences.js';
import { fromInput, toInput } from '../../format/input-times.js';
import { typedName } from '../../format/typed-name.js';
import { ContentField } from './ContentField.js';
import styles from './Records.module.css';
import { useEndedAuthority } from './ServiceVerdict.js';
import { capitalised } from '../../format/capitalised.js';

type Record_ = Schemas['Record'];
type Action = Record_['allowed_transitions'][number];

/** Consequence of each action, in one sentence. */
const MEANS: Readonly<Record<Action, string>> = {
  amend: 'Its content changes; its earlier versions are kept.',
  suspend: 'It no longer verifies as good, until it is reinstated.',
  reinstate: 'It is active again. Its authority must be active.',
  supersede: 'Another record takes its place for good. That one must be active, and so must the authority.',
  revoke: 'It never verifies as good again. Nothing undoes this.',
};

/** Actions that cannot be undone. */
const FINAL: readonly Action[] = ['supersede', 'revoke'];

/** The transitions of a record in its state, of which some need an active authority. */
export function RecordActs({ record }: { record: Record_ }) {
  const [action, setAction] = useState<Action | null>(null);
  const authority = useEndedAuthority(record)?.state ?? 'active';
  const refusalOf = (each: Action) =>
    authority !== 'active' && RECORD_TRANSITIONS[recordTransitionOf(each)].needs_active_authority
      ? { refusal: `Its authority is ${authority}.` }
      : {};
  // The dialog outlives the actions, of which its own may leave none.
  return (
    <>
      {record.allowed_transitions.length === 0 ? (
        <p className="note">Its state and content are final; metadata and links can still be changed.</p>
      ) : (
        <ul role="list" className={styles.acts}>
          {record.allowed_transitions.map((each) => (
            <li key={each}>
              <ActButton
                needs="write"
                {...refusalOf(each)}
                look={each === 'revoke' ? 'danger' : 'secondary'}
                onClick={() => setAction(each)}
              >
                {capitalised(each)}…
              </ActButton>
              <span>{MEANS[each]}</span>
            </li>
          ))}
        </ul>
      )}
      {action !== null && <ActionDialog action={action} record={record} onClose={() => setAction(null)} />}
    </>
  );
}

/** A transition of the shown version, with a reason; any other version is refused. */
function ActionDialog({ action, record, onClose }: { action: Action; record: Record_; onClose: () => void }) {
  const zone = useZone();
  const [content, setContent] = useState<{ content_digest: string } | null>({
    content_digest: record.content_digest,
  });
  return (
    <FormDialog
      act={`${capitalised(action)} record`}
      said={`Record ${recordTransitionOf(action).split('.').at(-1)}.`}
      touched={['records', 'interactions']}
      typed={FINAL.includes(action) ? typedName(record.external_id ?? '', record.id) : undefined}
      initial={{
        successor_id: '',
        origin: record.origin,
        expires_at: record.expires_at === null ? '' : toInput(record.expires_at, zone),
        issuer_signature: '',
      }}
      reason="Readers of the record see it. It is kept beside the signed versions, and can be erased."
      call={(api, { successor_id, origin, expires_at, issuer_signature }, reason) => {
        const more =
          action === 'supersede'
            ? { successor_id: successor_id.trim() }
            : action === 'amend'
              ? { ...content, origin, expires_at: fromInput(expires_at, zone) || null }
              : {};
        const signed = { issuer_signature, sequence: record.version + 1, previous: record.digest };
        return api.POST(`/v1/records/{id}/${action}` as '/v1/records/{id}/revoke', {
          params: atVersion(record),
          body: { reason, ...more, ...(issuer_signature === '' ? {} : signed) } as never,
        });
      }}
      onClose={onClose}
      wide={action === 'amend'}
    >
      {({ field, error }) => (
        <>
          <p>{MEANS[action]}</p>
          {action === 'amend' && (
            <>
              <ContentField onChange={setContent} issue={error?.issueOf('content_digest')} />
              <Field label="Origin" {...field('origin')} maxLength={2048} required />
              <MomentField label="Expires" hint="Empty for never." {...field('expires_at')} />
            </>
          )}
          {action === 'supersede' && (
            <Field
              label="Successor"
              hint="The id of the record that takes its place."
              placeholder="rec_…"
              {...field('successor_id')}
              required
            />
          )}
          {RECORD_TRANSITIONS[recordTransitionOf(action)].issuer_signs === 'must' && (
            <Field
              label="Issuer’s signature"
              hint={`Only where the authority has a key of its own: over sequence ${record.version + 1}, after ${record.digest}.`}
              {...field('issuer_signature')}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
