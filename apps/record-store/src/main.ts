import 'reflect-metadata';
import { hostOwner } from '@service/messaging';
import { hasCheckpoint } from './log/has-checkpoint.js';
import { LOG_SCHEMAS } from './log/log-schemas.js';
import { RecordStoreModule } from './record-store.module.js';

await hostOwner(
  'record_store',
  (context) => {
    const { settings } = context;
    const checkpoints = context.openCheckpoints();
    return RecordStoreModule.register({
      ...context,
      checkpoints,
      witnesses: settings.logWitnesses,
    });
  },
  ({ pool }) => ({ log: hasCheckpoint(pool, LOG_SCHEMAS.log) }),
);
