import { atVersion } from '../../api/at-version.js';
import type { Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { MomentField, Select } from '../../components/Field.js';
import { FormDialog } from '../../components/FormDialog.js';
import { useZone } from '../../components/preferences.js';
import { ZONE_HINTS, fromInput } from '../../format/input-times.js';
import { counted } from '../../format/numbers.js';
import { typedName } from '../../format/typed-name.js';
import styles from './Authorities.module.css';

type Authority = Schemas['Authority'];
type Cause = NonNullable<Authority['cause']>;

const COMPROMISE: Cause = 'key_compromise';

const CAUSES: readonly { value: Cause; label: string }[] = [
  { value: 'ceased', label: 'It has ceased' },
  { value: 'withdrawn', label: 'It was withdrawn' },
  { value: COMPROMISE, label: 'Its key is compromised' },
];

/** Revokes an authority. A compromise takes effect in the past; the dialog shows first what it invalidates. */
export function RevokeAuthorityDialog({ authority, onClose }: { authority: Authority; onClose: () => void }) {
  const zone = useZone();
  return (
    <FormDialog
      act="Revoke authority"
      said="Authority revoked."
      touched={['authorities', 'records', 'events']}
      initial={{ cause: 'ceased', since: '' }}
      reason="It is kept beside the signed versions, and can be erased."
      typed={typedName(authority.issuer, authority.id)}
      call={(api, { cause, since }, reason) =>
        api.POST('/v1/authorities/{id}/revoke', {
          params: atVersion(authority),
          body: {
            reason,
            cause: cause as Cause,
            ...(cause === COMPROMISE ? { invalid_since: fromInput(since, zone) } : {}),
          },
        })
      }
      onClose={onClose}
    >
      {({ field, values: { cause, since } }) => (
        <>
          <p className="note">
            Nothing is registered under it any more, for good. Records that it issued verify as before, unless
            its key is compromised.
          </p>
          <Select label="Cause" options={CAUSES} {...field('cause')} />
          {cause === COMPROMISE && (
            <>
              <MomentField
                label="Compromised since"
                hint={`${ZONE_HINTS[zone]} Records that it issued or changed from then on are not valid.`}
                {...field('since', 'invalid_since')}
                required
              />
              {since !== '' && <Reach id={authority.id} from={fromInput(since, zone)} />}
            </>
          )}
        </>
      )}
    </FormDialog>
  );
}

/** How many records and versions a compromise invalidates. */
function Reach({ id, from }: { id: string; from: string }) {
  const query = useAnswer(['authorities', id, 'reach', from], (api) =>
    api.GET('/v1/authorities/{id}/reach', { params: { path: { id }, query: { from } } }),
  );
  if (query.error !== null) return <p className="note">It could not be counted: {query.error.message}</p>;
  if (query.data === undefined) return <p role="status">Counting what it reaches…</p>;
  const { records, elements, complete } = query.data;
  return (
    <p role="status" className={styles.reach}>
      {complete ? '' : 'Of its newest 10,000 records: '}
      <b>
        {counted(elements, 'version')} of {counted(records, 'record')}
      </b>{' '}
      made since then: these records would no longer be valid.
    </p>
  );
}
