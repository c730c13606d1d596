import { Module } from '@nestjs/common';
import { AuthoritiesController } from './authorities.controller.js';
import { Authorities } from './authorities.js';

/** Authorities: granted, changed, read and listed. */
@Module({
  controllers: [AuthoritiesController],
  providers: [Authorities],
})
export class AuthoritiesModule {}
