import { Module } from '@nestjs/common';
import { ExplainError } from './explain-error.js';
import { ToolCalls } from './tool-calls.js';

/** What only the MCP channel offers. Its route is outside Nest: `mcp.route.ts`. */
@Module({ providers: [ExplainError, ToolCalls] })
export class McpModule {}
