import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LinkEntity } from '../views/snapshot.entities.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { VerifyModule } from '../verify/verify.module.js';
import { KnownLinks } from './known-link.js';
import { LinkRoutes } from './link.route.js';
import { Links } from './links.js';
import { OpenLink } from './open-link.js';

/** Links of records, and their page. */
@Module({
  imports: [TypeOrmModule.forFeature([LinkEntity]), EvidenceModule, VerifyModule],
  providers: [Links, KnownLinks, OpenLink, LinkRoutes],
  exports: [LinkRoutes],
})
export class LinksModule {}
