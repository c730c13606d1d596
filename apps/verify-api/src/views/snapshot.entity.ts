import { Column, PrimaryColumn } from 'typeorm';

/** A row of a table of documents: what is listed by, and the document that is answered. */
export abstract class SnapshotEntity<Snapshot> {
  @PrimaryColumn('text') id!: string;
  @Column('text', { nullable: true }) project_id!: string | null;
  @Column('text') state!: string;
  @Column('integer') version!: number;
  @Column('text') created_at!: string;
  @Column('json') snapshot!: Snapshot;
}
