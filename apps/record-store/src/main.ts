import 'reflect-metadata';
import { hostOwner } from '@service/messaging';
import { RecordStoreModule } from './record-store.module.js';

await hostOwner('record_store', (context) => {
  const { settings, environment } = context;
  return RecordStoreModule.register({ ...context, witnesses: settings.logWitnesses[environment] ?? [] });
});
