import { Global, Module } from '@nestjs/common';
import { Admission } from './admission.js';
import { Operations } from './operations.js';

/** What every channel calls operations through. */
@Global()
@Module({
  providers: [Admission, Operations],
  exports: [Admission, Operations],
})
export class OperationsModule {}
