import { newId } from '@service/contracts';
import type { Interaction } from '../interaction.js';

/** A verification that went well, or another interaction that differs from it as said. */
export function sampleInteraction(changes: Partial<Interaction> = {}): Interaction {
  return {
    requestId: newId('request'),
    projectId: 'prj_1',
    credentialId: 'crd_1',
    channel: 'api',
    operation: 'record.verify',
    subject: 'rec_1',
    items: 1,
    status: 200,
    errorCode: null,
    duration: 0.25,
    address: '192.0.2.1',
    userAgent: 'tests/1',
    ...changes,
  };
}
