import { Module } from '@nestjs/common';
import { VerifyModule } from '../verify/verify.module.js';
import { MakeBundle } from './make-bundle.js';
import { ReadEvidence } from './read-evidence.js';

/** Evidence bundles. */
@Module({
  imports: [VerifyModule],
  providers: [MakeBundle, ReadEvidence],
  exports: [ReadEvidence],
})
export class EvidenceModule {}
