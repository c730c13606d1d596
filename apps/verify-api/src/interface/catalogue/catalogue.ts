import { authorityOperations } from '../../authorities/authority.operations.js';
import { credentialOperations } from '../../credentials/credential.operations.js';
import { deliveryOperations } from '../../deliveries/delivery.operations.js';
import { replayOperations } from '../../deliveries/replay.operations.js';
import { eventOperations } from '../../events/event.operations.js';
import { evidenceOperations } from '../../evidence/evidence.operations.js';
import { interactionOperations } from '../../interactions/interaction.operations.js';
import { linkOperations } from '../../links/link.operations.js';
import { logOperations } from '../../log/log.operations.js';
import { explainError } from '../../channels/mcp/explain-error.js';
import type { AnyOperation } from '../operation.js';
import { operatorOperations } from '../../operators/operator.operations.js';
import { projectOperations } from '../../projects/project.operations.js';
import { recordOperations } from '../../records/record.operations.js';
import { recordTransitions } from '../../records/record.transitions.js';
import { statusOperations } from '../../status/status.operations.js';
import { subscriptionOperations } from '../../subscriptions/subscription.operations.js';
import { usageOperations } from '../../usage/usage.operations.js';
import { verifyOperations } from '../../verify/verify.operations.js';

const transitions = Object.values(recordTransitions);

/** Every operation of the service, for channels that find operations by name. */
export const catalogue: readonly AnyOperation[] = [
  recordOperations,
  transitions.map(({ one }) => one),
  transitions.map(({ many }) => many),
  verifyOperations,
  evidenceOperations,
  authorityOperations,
  linkOperations,
  credentialOperations,
  subscriptionOperations,
  deliveryOperations,
  replayOperations,
  projectOperations,
  operatorOperations,
  eventOperations,
  interactionOperations,
  usageOperations,
  logOperations,
  statusOperations,
  { explainError },
].flatMap((operations): AnyOperation[] => Object.values(operations));
