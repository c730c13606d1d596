import { Link, useNavigate } from '@tanstack/react-router';
import { useWhereabouts } from '../api/session.js';
import { Select } from '../components/Field.js';
import { shown } from '../format/hostile-text.js';
import styles from './ProjectSwitcher.module.css';

/** The option that opens the page for a new project. */
const NEW = 'new';

/** Selects the project. A switch leads to the overview, because filters and ids belong to one project. */
export function ProjectSwitcher() {
  const { session, project } = useWhereabouts();
  const navigate = useNavigate();
  const mayCreate = session.operator.capabilities.includes('operator');
  if (session.projects.length === 0) {
    return mayCreate ? <Link to="/new-project">New project</Link> : <span>No project yet</span>;
  }
  return (
    <div className={styles.switcher}>
      <Select
        label="Project"
        quietLabel
        value={project?.id ?? ''}
        options={[
          ...(project === null ? [{ value: '', label: 'Choose a project …' }] : []),
          ...session.projects.map(({ id, name, state }) => ({
            value: id,
            label: `${shown(name)}${state === 'active' ? '' : ` (${state})`}`,
          })),
          ...(mayCreate ? [{ value: NEW, label: '+ New project …' }] : []),
        ]}
        onChange={({ target: { value } }) =>
          void (value === NEW
            ? navigate({ to: '/new-project' })
            : navigate({ to: '/', search: { project: value } }))
        }
      />
    </div>
  );
}
