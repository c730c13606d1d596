import { Module } from '@nestjs/common';
import { OperatorProfiles } from './operator-profiles.js';
import { OperatorsController } from './operators.controller.js';
import { Operators } from './operators.js';

/** People who sign in to the Console. */
@Module({
  controllers: [OperatorsController],
  providers: [Operators, OperatorProfiles],
})
export class OperatorsModule {}
