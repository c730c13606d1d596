import type { AuthoritySnapshot, CredentialSnapshot, ProjectSnapshot } from '@service/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { directoryView } from './directory.view.js';

/** A row of the directory: what is listed by, and the document that is answered. */
abstract class DirectoryEntity<Snapshot> {
  @PrimaryColumn('text') id!: string;
  @Column('text', { nullable: true }) project_id!: string | null;
  @Column('text') state!: string;
  @Column('integer') version!: number;
  @Column('text') created_at!: string;
  @Column('json') snapshot!: Snapshot;
}

@Entity({ schema: directoryView.schema, name: 'authorities', synchronize: false })
export class AuthorityEntity extends DirectoryEntity<AuthoritySnapshot> {}

@Entity({ schema: directoryView.schema, name: 'credentials', synchronize: false })
export class CredentialEntity extends DirectoryEntity<CredentialSnapshot> {}

@Entity({ schema: directoryView.schema, name: 'projects', synchronize: false })
export class ProjectEntity extends DirectoryEntity<ProjectSnapshot> {}
