import { Global, Module } from '@nestjs/common';
import { Admission } from './admission.js';
import { Operations } from './operations.js';

/** The services through which every channel calls operations. */
@Global()
@Module({
  providers: [Admission, Operations],
  exports: [Admission, Operations],
})
export class OperationsModule {}
