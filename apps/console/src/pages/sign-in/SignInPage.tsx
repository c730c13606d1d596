import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useAsking } from '../../api/asking.js';
import { hasPasskeys } from '../../api/passkeys.js';
import { environment } from '../../api/place.js';
import { sessionQuery, type Session } from '../../api/session.js';
import {
  oidcAddress,
  ownPath,
  signInByPasskey,
  signInByPassword,
  signInQuery,
  type SignInTerms,
} from '../../api/sign-in.js';
import { Button } from '../../components/Button.js';
import { CodeBlock } from '../../components/CodeBlock.js';
import { ErrorPanel } from '../../components/ErrorPanel.js';
import { Field } from '../../components/Field.js';
import { LinkButton } from '../../components/LinkButton.js';
import { Loaded } from '../../components/Loaded.js';
import { Banner } from '../../frame/ConnectionBanner.js';
import { SignedOutPage, Or } from '../../frame/SignedOutPage.js';
import styles from './SignInPage.module.css';

/** Signs somebody in: a passkey first, then a password, or the sign-in of the organisation. */
export function SignInPage() {
  const { return_to: wanted, refused, ended } = useSearch({ from: '/sign-in' });
  const terms = useQuery(signInQuery);
  const queries = useQueryClient();
  const navigate = useNavigate();
  const returnTo = ownPath(wanted);
  const enter = async (signingIn: Promise<Session>) => {
    queries.setQueryData(sessionQuery.queryKey, await signingIn);
    await navigate({ href: returnTo, replace: true });
  };
  return (
    <SignedOutPage title="Sign in">
      {refused !== undefined && (
        <p className={styles.refused} role="alert">
          Your organisation’s sign-in refused you:{' '}
          <a href={`/docs/errors#${encodeURIComponent(refused)}`}>{refused}</a>
        </p>
      )}
      {ended !== undefined && (
        <div role="status">
          <Banner title="Your session has ended.">
            It was ended elsewhere, or it was too old. Sign in to go on where you were.
          </Banner>
        </div>
      )}
      <Loaded query={terms} lines={4}>
        {(data) => <Ways terms={data} returnTo={returnTo} enter={enter} />}
      </Loaded>
    </SignedOutPage>
  );
}

interface WaysProps {
  terms: SignInTerms;
  returnTo: string;
  enter: (signingIn: Promise<Session>) => Promise<void>;
}

function Ways({ terms, returnTo, enter }: WaysProps) {
  const asking = useAsking();
  const [isByPassword, setByPassword] = useState(!hasPasskeys());
  if (!terms.has_operators && terms.oidc === null) return <NobodyYet />;
  return (
    <div className={styles.ways}>
      {terms.passwords && hasPasskeys() && (
        <Button
          look="primary"
          icon="key"
          busy={asking.busy && !isByPassword}
          onClick={() => asking.run(() => enter(signInByPasskey()))}
        >
          Sign in with a passkey
        </Button>
      )}
      {terms.oidc !== null && (
        <LinkButton
          href={oidcAddress(returnTo)}
          icon="external"
          look={terms.passwords ? 'secondary' : 'primary'}
        >
          Sign in with {terms.oidc.label}
        </LinkButton>
      )}
      {asking.error !== null && <ErrorPanel error={asking.error} />}
      {terms.passwords && (
        <>
          {hasPasskeys() && <Or />}
          {isByPassword ? (
            <PasswordForm asking={asking} enter={enter} />
          ) : (
            <Button onClick={() => setByPassword(true)}>Use a password</Button>
          )}
        </>
      )}
    </div>
  );
}

function PasswordForm({
  asking,
  enter,
}: Pick<WaysProps, 'enter'> & { asking: ReturnType<typeof useAsking> }) {
  const [address, setAddress] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    asking.run(() => enter(signInByPassword(address, password)));
  };
  return (
    <form className={styles.ways} onSubmit={submit}>
      <Field
        label="Email"
        type="email"
        autoComplete="username"
        required
        maxLength={254}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
      />
      <Field
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={256}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" busy={asking.busy}>
        Sign in
      </Button>
    </form>
  );
}

function NobodyYet() {
  return (
    <div className={styles.ways}>
      <p>
        Nobody can sign in yet. The operator of the service invites the first owner on its host: this command
        prints a link that opens this Console.
      </p>
      <CodeBlock text={`npm run console -- invite ${environment}`} what="command" />
    </div>
  );
}
