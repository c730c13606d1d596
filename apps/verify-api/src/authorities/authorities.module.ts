import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuthorityHistory } from './authority-history.js';
import { AuthorityReach } from './authority-reach.js';
import { Authorities } from './authorities.js';
import { AuthorityEntity } from '../views/snapshot.entities.js';

/** Authorities: granted, changed, read and listed. */
@Module({
  imports: [TypeOrmModule.forFeature([AuthorityEntity])],
  providers: [Authorities, AuthorityHistory, AuthorityReach],
  exports: [Authorities],
})
export class AuthoritiesModule {}
