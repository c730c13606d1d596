import { newId } from '@service/contracts';
import type { Interaction } from '../interaction.js';

/** A successful verification with some changes. */
export function sampleInteraction(changes: Partial<Interaction> = {}): Interaction {
  return {
    requestId: newId('request'),
    projectId: 'prj_one',
    channel: 'api',
    actor: { type: 'credential', id: 'crd_one' },
    operation: 'records.verify',
    subjects: ['rec_one'],
    items: 1,
    status: 200,
    errorCode: null,
    duration: 1.5,
    client: { address: '192.0.2.1', userAgent: 'tests' },
    ...changes,
  };
}
