import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { environment } from '../../api/place.js';
import { useAnswer } from '../../api/queries.js';
import { ActButton } from '../../components/Button.js';
import { EntityPage, jsonPart, subjectParts } from '../EntityPage.js';
import { Badges, metadataBadges } from '../../components/Badges.js';
import { NameOf } from '../../components/NameOf.js';
import { Facts, Panel, Section } from '../../components/Page.js';
import { ServerText } from '../../components/ServerText.js';
import { State } from '../../components/State.js';
import { Countdown, Time, useNow } from '../../components/Time.js';
import { marksOf, tokenHint } from './credential-marks.js';
import styles from './Credentials.module.css';
import { LastUses } from './LastUses.js';
import { RenameDialog, RevokeDialog } from './CredentialDialogs.js';
import { RotateCredentialDialog } from './RotateDialog.js';

type Credential = Schemas['Credential'];

/** One credential: what it may do, who uses it, and its end. */
export function CredentialPage() {
  const { id } = useParams({ from: '/shell/credentials/$id' });
  const [open, setOpen] = useState<'rename' | 'rotate' | 'revoke' | null>(null);
  const query = useAnswer(
    ['credentials', id],
    (api) => api.GET('/v1/credentials/{id}', { params: { path: { id } } }),
    { refetchInterval: 30_000 },
  );
  const credential = query.data;
  const isOver = credential?.state === 'revoked' || credential?.state === 'expired';
  return (
    <EntityPage
      kind="credential"
      id={id}
      path="credentials"
      query={query}
      name={credential?.name}
      state={credential?.state}
      actions={
        credential !== undefined &&
        !isOver && (
          <>
            <ActButton needs="manage" onClick={() => setOpen('rename')}>
              Rename…
            </ActButton>
            <ActButton needs="manage" look="danger" onClick={() => setOpen('revoke')}>
              Revoke…
            </ActButton>
            <ActButton needs="manage" look="primary" icon="refresh" onClick={() => setOpen('rotate')}>
              Rotate…
            </ActButton>
          </>
        )
      }
      parts={[
        ['overview', 'Overview', (shown) => <Overview credential={shown} />],
        ...subjectParts(id),
        jsonPart('credential'),
      ]}
    >
      {open === 'rename' && credential !== undefined && (
        <RenameDialog credential={credential} onClose={() => setOpen(null)} />
      )}
      {open === 'rotate' && credential !== undefined && (
        <RotateCredentialDialog credential={credential} onClose={() => setOpen(null)} />
      )}
      {open === 'revoke' && credential !== undefined && (
        <RevokeDialog credential={credential} onClose={() => setOpen(null)} />
      )}
    </EntityPage>
  );
}

function Overview({ credential }: { credential: Credential }) {
  const { allowed_ips, authorities, rate_limit, metadata } = credential;
  const marks = marksOf(credential, useNow(60_000));
  return (
    <>
      {credential.rotation !== null && <Rotation rotation={credential.rotation} />}
      <Section title="Details">
        <Facts
          facts={[
            ['Token', <code key="t">{tokenHint(credential, environment)}</code>],
            ['Capabilities', <Badges key="c" texts={credential.capabilities} />],
            [
              'Warnings',
              marks.length === 0 ? null : (
                <span className="row">
                  {marks.map((mark) => (
                    <State key={mark} state={mark} tone="warn" />
                  ))}
                </span>
              ),
            ],
            ['Last used', <Time key="l" at={credential.last_used_at} exact />],
            ['Expires', <Time key="e" at={credential.expires_at} exact ends />],
            ['Usable from', allowed_ips === null ? 'anywhere' : <code>{allowed_ips.join(', ')}</code>],
            ['Reaches', authorities === null ? 'all of the project' : <code>{authorities.join(', ')}</code>],
            [
              'Rate limit',
              rate_limit === null
                ? 'that of the service'
                : Object.entries(rate_limit)
                    .map(([kind, rate]) => `${kind}: ${rate} a second`)
                    .join(', '),
            ],
            ['Metadata', metadataBadges(metadata)],
            ['Reason', credential.reason === null ? null : <ServerText text={credential.reason} />],
            ['Created by', credential.issued_by === null ? 'the host' : <NameOf id={credential.issued_by} />],
            ['Issued', <Time key="a" at={credential.created_at} exact />],
            ['Changed', <Time key="u" at={credential.updated_at} exact />],
            ['Version', credential.version],
          ]}
        />
      </Section>
      <Section title="Last uses">
        <LastUses id={credential.id} />
      </Section>
    </>
  );
}

/** How long the old token still works, and whether it is still used. */
function Rotation({ rotation }: { rotation: NonNullable<Credential['rotation']> }) {
  const { overlap_ends_at, old_key_id, old_last_used_at } = rotation;
  return (
    <Panel>
      <p>
        The old token <code>{old_key_id}</code> expires in{' '}
        <b className={styles.countdown}>
          <Countdown until={overlap_ends_at} />
        </b>
        .
      </p>
      {old_last_used_at === null ? (
        <p className="note">
          <State state="not used" tone="good">
            Not used since the rotation
          </State>{' '}
          Uses appear here within a few seconds.
        </p>
      ) : (
        <p className="note">
          <State state="used" tone="warn">
            Used since the rotation
          </State>{' '}
          last at about <Time at={old_last_used_at} exact />: a program still has the old token.
        </p>
      )}
    </Panel>
  );
}
