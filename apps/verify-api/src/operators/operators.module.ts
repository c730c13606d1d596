import { Module } from '@nestjs/common';
import { OperatorProfiles } from './operator-profiles.js';
import { Operators } from './operators.js';

/** Operators: people who sign in to the Console. */
@Module({
  providers: [Operators, OperatorProfiles],
})
export class OperatorsModule {}
