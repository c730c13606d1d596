import { Injectable } from '@nestjs/common';
import { outcomeOf, type Outcome } from '@service/history';
import type { Metrics } from '@service/platform/metrics';
import { toolNamed } from './tools/tools.js';

/** Label for all unknown names: callers can make up any number of them. */
const UNKNOWN_TOOL = 'unknown';

interface Sum {
  readonly labels: { readonly tool: string; readonly outcome: Outcome };
  calls: number;
  milliseconds: number;
}

/** Sums up the tool calls of one gateway since its start. */
@Injectable()
export class ToolCallMetrics {
  private readonly sums = new Map<string, Sum>();

  /**
   * Counts a call.
   * @param name as the caller gave it.
   * @param status HTTP status of its outcome.
   */
  add(name: string, status: number, milliseconds: number): void {
    const tool = toolNamed(name)?.name ?? UNKNOWN_TOOL;
    const outcome = outcomeOf({ status });
    const key = `${tool} ${outcome}`;
    const sum = this.sums.get(key) ?? { labels: { tool, outcome }, calls: 0, milliseconds: 0 };
    this.sums.set(key, sum);
    sum.calls += 1;
    sum.milliseconds += milliseconds;
  }

  /** Adds the counters of the calls, and of the seconds that they took. */
  measure(metrics: Metrics): void {
    const add = (name: string, help: string, valueOf: (sum: Sum) => number) =>
      metrics.counter({ name, help, labels: ['tool', 'outcome'] }, () =>
        [...this.sums.values()].map((sum) => ({ labels: sum.labels, value: valueOf(sum) })),
      );
    add(
      'mcp_tool_calls_total',
      'Calls of MCP tools, by their outcome; all names that are no tool’s are `unknown`.',
      ({ calls }) => calls,
    );
    add(
      'mcp_tool_seconds_total',
      'Seconds that calls of MCP tools took, from the check of the credential to the answer.',
      ({ milliseconds }) => milliseconds / 1_000,
    );
  }
}
