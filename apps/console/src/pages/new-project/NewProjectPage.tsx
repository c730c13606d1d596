import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useAct } from '../../api/queries.js';
import { ActButton } from '../../components/Button.js';
import { ErrorPanel } from '../../components/ErrorPanel.js';
import { Field } from '../../components/Field.js';
import { Page, Panel } from '../../components/Page.js';
import { SecretOnce } from '../../components/SecretOnce.js';
import { inEnvironment } from '../../components/Dialog.js';

/** Makes a project, and shows the token of its first credential once. */
export function NewProjectPage() {
  const [name, setName] = useState('');
  const navigate = useNavigate();
  const create = useAct((api, body: { name: string }) => api.POST('/v1/projects', { body }), ['session'], {
    wholeEnvironment: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ name: name.trim() });
  };
  const created = create.data;
  return (
    <Page
      title="New project"
      lead="A project has records, credentials, subscriptions and a history of its own; other projects see nothing of it."
    >
      <form onSubmit={submit}>
        <Panel>
          <Field
            label="Name"
            hint="People see it; it can be changed."
            required
            maxLength={128}
            value={name}
            issue={create.error?.issueOf('name')}
            onChange={(event) => setName(event.target.value)}
          />
          {create.error !== null && <ErrorPanel error={create.error} />}
          <div>
            <ActButton needs="operator" type="submit" look="primary" icon="plus" busy={create.isPending}>
              {inEnvironment('Create project')}
            </ActButton>
          </div>
        </Panel>
      </form>
      {created !== undefined && created.admin_credential.token !== null && (
        <SecretOnce
          title={`${created.name} is there`}
          label="Token of its first credential"
          secret={created.admin_credential.token}
          variable="SERVICE_TOKEN"
          onClose={() => {
            create.reset();
            void navigate({ to: '/', search: { project: created.id } });
          }}
        >
          <p>
            Its first credential, <code>{created.admin_credential.id}</code>, manages the project: programs
            use it to issue others.
          </p>
        </SecretOnce>
      )}
    </Page>
  );
}
