import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { HistoryModule } from '@service/history';
import { Credentials } from './credentials.js';
import { LeakedCredentials } from './leaks/leaked-credentials.js';
import { CredentialEntity } from '../views/snapshot.entities.js';

/** Credentials, and reports of leaked ones. */
@Module({
  imports: [TypeOrmModule.forFeature([CredentialEntity]), HistoryModule],
  providers: [Credentials, LeakedCredentials],
  exports: [Credentials],
})
export class CredentialsModule {}
