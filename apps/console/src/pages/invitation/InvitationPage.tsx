import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useAsking } from '../../api/asking.js';
import { hasPasskeys } from '../../api/passkeys.js';
import { environment } from '../../api/place.js';
import { sessionQuery, type Grant, type Session } from '../../api/session.js';
import {
  readInvitation,
  redeemByPasskey,
  redeemByPassword,
  signInQuery,
  type Redeemer,
} from '../../api/sign-in.js';
import { Button } from '../../components/Button.js';
import { ErrorPanel } from '../../components/ErrorPanel.js';
import { Field } from '../../components/Field.js';
import { Loaded } from '../../components/Loaded.js';
import { NewPasswordField } from '../../components/NewPasswordField.js';
import { Countdown } from '../../components/Time.js';
import { ROLE_TEXTS } from '../../format/roles.js';
import { SignedOutPage, Or } from '../../frame/SignedOutPage.js';
import styles from './InvitationPage.module.css';

/** Redeems an invitation: the invited person gives a name, and makes a passkey or chooses a password. */
export function InvitationPage() {
  const [token] = useState(takeToken);
  const terms = useQuery(signInQuery);
  const invitation = useQuery({
    queryKey: ['invitation'],
    queryFn: () => readInvitation(token),
    enabled: token !== '',
    retry: false,
    gcTime: 0,
  });
  if (token === '') {
    return (
      <SignedOutPage
        title="This invitation link is incomplete"
        lead="The link that you got is longer: copy all of it, with the part after the #."
      >
        {null}
      </SignedOutPage>
    );
  }
  return (
    <SignedOutPage title="You are invited" lead={`To the Console of ${environment}.`}>
      <Loaded query={invitation} lines={8} missing="Ask who invited you for a new link.">
        {({ grants, name, expires_at: expiresAt }) => (
          <>
            <ul className={styles.grants}>
              {grants.map((grant) => (
                <li key={grant.project_id ?? ''}>{grantText(grant)}</li>
              ))}
            </ul>
            <Form token={token} called={name ?? ''} hasPasswords={terms.data?.passwords ?? true} />
            <p className="note">
              The invitation works once, and expires in <Countdown until={expiresAt} />.
            </p>
          </>
        )}
      </Loaded>
    </SignedOutPage>
  );
}

/** The token behind the `#`, which no server gets; removed from the address at once, so that no history keeps it. */
function takeToken(): string {
  const token = location.hash.slice(1);
  if (token !== '') history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}

function grantText({ project_id: projectId, role }: Grant): string {
  return `${role} of ${projectId === null ? 'all projects' : projectId}: ${ROLE_TEXTS[role]}`;
}

function Form({ token, called, hasPasswords }: { token: string; called: string; hasPasswords: boolean }) {
  const [name, setName] = useState(called);
  const [address, setAddress] = useState('');
  const [password, setPassword] = useState('');
  const [isByPassword, setByPassword] = useState(!hasPasskeys());
  const { busy, error, run } = useAsking();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const redeem = (by: (redeemer: Redeemer) => Promise<Session>) =>
    run(async () => {
      const session = await by({ token, name: name.trim(), address: address.trim() });
      queries.setQueryData(sessionQuery.queryKey, session);
      await navigate({ to: '/', search: {}, replace: true });
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    redeem(isByPassword ? (redeemer) => redeemByPassword(redeemer, password) : redeemByPasskey);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <Field
        label="Your name"
        hint="The team sees it beside what you do."
        autoComplete="name"
        required
        maxLength={100}
        value={name}
        issue={error?.issueOf('name')}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        required
        maxLength={254}
        value={address}
        issue={error?.issueOf('address')}
        onChange={(event) => setAddress(event.target.value)}
      />
      {isByPassword && (
        <NewPasswordField
          label="Password"
          value={password}
          onChange={setPassword}
          issue={error?.issueOf('password')}
        />
      )}
      {error !== null && <ErrorPanel error={error} />}
      <Button type="submit" look="primary" icon={isByPassword ? 'check' : 'key'} busy={busy}>
        {isByPassword ? 'Set password and continue' : 'Create passkey and continue'}
      </Button>
      {hasPasskeys() && hasPasswords && (
        <>
          <Or />
          <Button onClick={() => setByPassword(!isByPassword)}>
            {isByPassword ? 'Use a passkey' : 'Use a password'}
          </Button>
        </>
      )}
    </form>
  );
}
