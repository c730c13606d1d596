import { Module } from '@nestjs/common';
import { ExplainError } from './explain-error.js';
import { ToolCallMetrics } from './tool-call-metrics.js';

/** The services of the MCP channel alone. */
@Module({ providers: [ExplainError, ToolCallMetrics], exports: [ToolCallMetrics] })
export class McpModule {}
