import { Link } from '@tanstack/react-router';
import { useQueries } from '@tanstack/react-query';
import { dataOf, makeApi } from '../../api/client.js';
import { useWhereabouts, type Session } from '../../api/session.js';
import { StackedBars } from '../../charts/StackedBars.js';
import { stacksOf } from '../../charts/stacks.js';
import { ErrorPanel } from '../../components/ErrorPanel.js';
import { Places } from '../../components/Loaded.js';
import { Section } from '../../components/Page.js';
import { ServerText } from '../../components/ServerText.js';
import { Table, type Column } from '../../components/Table.js';
import { wholeNumber } from '../../format/numbers.js';
import { countedBy } from './counted-by.js';
import type { queryOf } from './usage-query.js';
import { isVerification, itemsOf, type UsageEntry } from './usage-totals.js';

/** Projects shown at most: each takes a call of the API. */
const MOST_PROJECTS = 20;

type Project = Session['projects'][number];

interface ProjectUsage {
  project: Project;
  data: readonly UsageEntry[];
}

/** The projects whose usage the operator may read. */
export function useCountedProjects(): readonly Project[] {
  const { session } = useWhereabouts();
  return session.projects.filter(({ capabilities }) =>
    ['audit', 'read'].some((capability) => capabilities.includes(capability)),
  );
}

/** The usage of each project. */
export function ProjectsUsage({ query }: { query: ReturnType<typeof queryOf> }) {
  const projects = useCountedProjects();
  const shown = projects.slice(0, MOST_PROJECTS);
  const answers = useQueries({
    queries: shown.map(({ id: projectId }) => ({
      queryKey: ['usage', query, { projectId }],
      queryFn: () => dataOf(makeApi(projectId).GET('/v1/usage', { params: { query } })),
    })),
  });
  const failed = answers.find(({ error }) => error !== null);
  if (failed?.error) return <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />;
  const usages = shown.flatMap((project, at): ProjectUsage[] => {
    const data = answers[at]?.data?.data;
    return data === undefined ? [] : [{ project, data }];
  });
  const span = answers[0]?.data;
  if (span === undefined || usages.length < shown.length) return <Places lines={18} />;
  const counted = usages.flatMap(({ project, data }) => countedBy(data, () => nameOf(project, projects)));
  return (
    <>
      <StackedBars title="By project" granularity={span.granularity} stacks={stacksOf(counted, span)} />
      <Section title="Totals">
        <Table
          label="Usage by project"
          columns={COLUMNS}
          items={usages.toSorted((a, b) => itemsOf(b.data) - itemsOf(a.data))}
          keyOf={({ project }) => project.id}
        />
        {projects.length > shown.length && (
          <p className="note">
            The first {MOST_PROJECTS} of {projects.length} projects are shown.
          </p>
        )}
      </Section>
    </>
  );
}

/** Two projects may have one name. */
function nameOf({ id, name }: Project, projects: readonly Project[]): string {
  return projects.some((other) => other.name === name && other.id !== id) ? `${name} (${id})` : name;
}

const COLUMNS: readonly Column<ProjectUsage>[] = [
  {
    title: 'Project',
    cell: ({ project: { id, name } }) => (
      <Link to="/usage" search={(before: object) => ({ ...before, project: id, group_by: undefined })}>
        <ServerText text={name} length={60} />
      </Link>
    ),
  },
  {
    title: 'Verifications',
    align: 'end',
    cell: ({ data }) => wholeNumber(itemsOf(data.filter(isVerification))),
  },
  {
    title: 'Refused or failed',
    align: 'end',
    cell: ({ data }) => wholeNumber(itemsOf(data.filter(({ outcome }) => outcome !== 'succeeded'))),
  },
  { title: 'Items', align: 'end', cell: ({ data }) => wholeNumber(itemsOf(data)) },
];
