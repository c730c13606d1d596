import 'reflect-metadata';
import { hostOwner } from '@service/messaging';
import { RecordStoreModule } from './record-store.module.js';

await hostOwner('record_store', (context) => {
  const { settings } = context;
  const checkpoints = context.openCheckpoints();
  return RecordStoreModule.register({
    ...context,
    checkpoints,
    witnesses: settings.logWitnesses,
  });
});
