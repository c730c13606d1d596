import { useWhereabouts } from '../../api/session.js';
import { Facts, Page } from '../../components/Page.js';
import { ServerText } from '../../components/ServerText.js';
import { IdText } from '../../components/IdText.js';
import { ROLE_TEXTS } from '../../format/roles.js';
import { Keys } from './Keys.js';
import { Sessions } from './Sessions.js';

/** The operator’s account: name, sessions and keys. */
export function AccountPage() {
  const { session } = useWhereabouts();
  const { id, name, address, grants } = session.operator;
  const projectName = (projectId: string | null) =>
    projectId === null
      ? 'all projects'
      : (session.projects.find((project) => project.id === projectId)?.name ?? projectId);
  return (
    <Page title="Sessions and keys">
      <Facts
        facts={[
          ['Name', <ServerText text={name} />],
          ['Email', <ServerText text={address} />],
          ['Id', <IdText id={id} what="operator id" />],
          [
            'Roles',
            grants.length === 0
              ? 'none'
              : grants.map(({ project_id: projectId, role }) => (
                  <p key={projectId ?? ''}>
                    <b>{role}</b> of <ServerText text={projectName(projectId)} />: {ROLE_TEXTS[role]}
                  </p>
                )),
          ],
        ]}
      />
      <Sessions />
      <Keys />
    </Page>
  );
}
