import type {
  AuthoritySnapshot,
  CredentialSnapshot,
  LinkSnapshot,
  ProjectSnapshot,
  SubscriptionSnapshot,
} from '@service/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { directoryView } from './directory.view.js';
import { linksView } from './links.view.js';
import { subscriptionsView } from './subscriptions.view.js';

/** A row of a table of documents: the columns that lists filter and sort by, and the document. */
abstract class SnapshotEntity<Snapshot> {
  @PrimaryColumn('text') id!: string;
  @Column('text', { nullable: true }) project_id!: string | null;
  @Column('text') state!: string;
  @Column('integer') version!: number;
  @Column('text') created_at!: string;
  @Column('json') snapshot!: Snapshot;
}

@Entity({ schema: directoryView.schema, name: 'authorities', synchronize: false })
export class AuthorityEntity extends SnapshotEntity<AuthoritySnapshot> {}

@Entity({ schema: directoryView.schema, name: 'credentials', synchronize: false })
export class CredentialEntity extends SnapshotEntity<CredentialSnapshot> {}

@Entity({ schema: directoryView.schema, name: 'projects', synchronize: false })
export class ProjectEntity extends SnapshotEntity<ProjectSnapshot> {}

@Entity({ schema: linksView.schema, name: 'links', synchronize: false })
export class LinkEntity extends SnapshotEntity<LinkSnapshot> {}

@Entity({ schema: subscriptionsView.schema, name: 'subscriptions', synchronize: false })
export class SubscriptionEntity extends SnapshotEntity<SubscriptionSnapshot> {}

/** The tables that repositories read. */
export const SNAPSHOT_ENTITIES = [
  AuthorityEntity,
  CredentialEntity,
  ProjectEntity,
  LinkEntity,
  SubscriptionEntity,
];
