import { Module } from '@nestjs/common';
import { ExplainError } from './explain-error.js';
import { ToolCallMetrics } from './tool-call-metrics.js';

/** What only the MCP channel offers. */
@Module({ providers: [ExplainError, ToolCallMetrics], exports: [ToolCallMetrics] })
export class McpModule {}
