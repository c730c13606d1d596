import type { AuthoritySnapshot, CredentialSnapshot, ProjectSnapshot } from '@service/contracts';
import { Entity } from 'typeorm';
import { directoryView } from './directory.view.js';
import { SnapshotEntity } from './snapshot.entity.js';

@Entity({ schema: directoryView.schema, name: 'authorities', synchronize: false })
export class AuthorityEntity extends SnapshotEntity<AuthoritySnapshot> {}

@Entity({ schema: directoryView.schema, name: 'credentials', synchronize: false })
export class CredentialEntity extends SnapshotEntity<CredentialSnapshot> {}

@Entity({ schema: directoryView.schema, name: 'projects', synchronize: false })
export class ProjectEntity extends SnapshotEntity<ProjectSnapshot> {}
