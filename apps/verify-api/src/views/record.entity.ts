import type { RecordSnapshot } from '@service/contracts';
import type { Digest, RecordState } from '@service/evidence';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { recordsView } from './records.view.js';

/** A record's row in the view. */
@Entity({ schema: recordsView.schema, name: 'records', synchronize: false })
export class RecordEntity implements RecordSnapshot {
  @PrimaryColumn('text') id!: string;
  @Column('text') project_id!: string;
  @Column('text') authority_id!: string;
  @Column('text') issuer!: string;
  @Column('text') origin!: string;
  @Column('text', { nullable: true }) external_id!: string | null;
  @Column('text') content_digest!: Digest;
  @Column('text') state!: RecordState;
  @Column('integer') version!: number;
  @Column('text', { nullable: true }) expires_at!: string | null;
  @Column('text', { nullable: true }) successor_id!: string | null;
  @Column('text', { nullable: true }) reason!: string | null;
  @Column('text') registered_at!: string;
  @Column('text') updated_at!: string;
}
