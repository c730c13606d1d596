import { Controller, Param, Query } from '@nestjs/common';
import { OperationRoute } from '../documentation/operation-route.js';
import { CurrentCall } from '../http/current-call.js';
import { PageQuery } from '../inputs/pagination.js';
import type { Call } from '../operations/call.js';
import { Operations } from '../operations/operations.js';
import { ReplayCountQuery } from './replay-count.query.js';
import { replayOperations } from './replay.operations.js';

/** What became of replays. */
@Controller()
export class ReplaysController {
  constructor(private readonly operations: Operations) {}

  @OperationRoute(replayOperations.list)
  list(@Param('id') subscription_id: string, @Query() query: PageQuery, @CurrentCall() call: Call) {
    const input = Object.assign(query, { subscription_id });
    return this.operations.run(replayOperations.list, call, input);
  }

  @OperationRoute(replayOperations.count)
  count(@Param('id') subscription_id: string, @Query() query: ReplayCountQuery, @CurrentCall() call: Call) {
    const input = Object.assign(query, { subscription_id });
    return this.operations.run(replayOperations.count, call, input);
  }

  @OperationRoute(replayOperations.read)
  read(
    @Param('id') subscription_id: string,
    @Param('replay_id') replay_id: string,
    @CurrentCall() call: Call,
  ) {
    return this.operations.run(replayOperations.read, call, { subscription_id, replay_id });
  }
}
