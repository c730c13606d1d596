import { useMay, useWhereabouts } from '../../api/session.js';
import { Button } from '../../components/Button.js';
import { EmptyState } from '../../components/EmptyState.js';
import { Page } from '../../components/Page.js';
import { Tiles } from '../../components/Tile.js';
import { Link } from '@tanstack/react-router';
import { LiveStatus } from '../../live/LiveStatus.js';
import { useLiveQueries } from '../../live/use-live.js';
import { FailingEndpoints } from './FailingEndpoints.js';
import { FirstSteps } from './FirstSteps.js';
import { NewestChanges } from './NewestChanges.js';
import styles from './Overview.module.css';
import { RefusalBars } from './RefusalBars.js';
import { DeliveryTile, RecordTile, RefusalTile, VerificationTile } from './Tiles.js';
import { ToRenew } from './ToRenew.js';
import { VerificationChart } from './VerificationChart.js';

/** Milliseconds between two readings of the figures. */
const REFRESH = 5_000;

/** The overview of a project. */
export function OverviewPage() {
  const { project, session } = useWhereabouts();
  const mayRead = useMay('read');
  const mayCount = useMay('audit') || mayRead;
  const maySeeDeliveries = useMay('subscribe');
  const state = useLiveQueries(['interactions', 'deliveries'], ['usage', 'deliveries', 'events'], {
    atMostEvery: REFRESH,
  });
  if (project === null) {
    const mayCreate = session.operator.capabilities.includes('operator');
    return (
      <Page title="Overview">
        <EmptyState title="You have no project yet" {...(mayCreate ? { action: <CreateProject /> } : {})}>
          <p>
            {mayCreate
              ? 'A project holds records, the authorities behind them and the credentials of programs.'
              : 'An owner can give you a role in one.'}
          </p>
        </EmptyState>
      </Page>
    );
  }
  const panels = (
    <>
      <div className={styles.columns}>
        {maySeeDeliveries && <FailingEndpoints />}
        {mayRead && <ToRenew />}
        {maySeeDeliveries && <NewestChanges />}
        {mayCount && <RefusalBars />}
      </div>
      {mayCount && <VerificationChart />}
    </>
  );
  return (
    <Page title="Overview" beside={<LiveStatus state={state} />}>
      <Tiles>
        {mayRead && <RecordTile />}
        {maySeeDeliveries && <DeliveryTile />}
        {mayCount && <VerificationTile />}
        {mayCount && <RefusalTile />}
      </Tiles>
      {mayRead && maySeeDeliveries ? <FirstSteps>{panels}</FirstSteps> : panels}
    </Page>
  );
}

function CreateProject() {
  return (
    <Link to="/new-project">
      <Button look="primary" tabIndex={-1}>
        Create a project
      </Button>
    </Link>
  );
}
