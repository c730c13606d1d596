import type { McpExchange } from '../mcp-exchange.js';
import { auditTools } from './audit-tools.js';
import { linkTools } from './link-tools.js';
import { readTools, writeTools } from './record-tools.js';
import type { Tool, ToolAnnotations } from './tool.js';
import { verifyTools } from './verify-tools.js';

/** Every tool, in the order in which clients list them. */
export const tools: readonly Tool[] = [
  ...verifyTools,
  ...readTools,
  ...auditTools,
  ...writeTools,
  ...linkTools,
];

const byName = new Map(tools.map((tool) => [tool.name, tool]));

/** A tool by its name, whether or not the caller may see it: the operation itself refuses callers without the capability. */
export function toolNamed(name: string): Tool | undefined {
  return byName.get(name);
}

/** A tool as the protocol lists it. */
interface ListedTool extends Pick<Tool, 'name' | 'title' | 'description' | 'inputSchema' | 'outputSchema'> {
  annotations: ToolAnnotations;
}

/** The tools that a caller may call. */
export function listedTools(exchange: Pick<McpExchange, 'allows'>): ListedTool[] {
  return tools
    .filter(({ operation }) => exchange.allows(operation))
    .map(({ name, title, description, inputSchema, outputSchema, annotations }) => ({
      name,
      title,
      description,
      inputSchema,
      outputSchema,
      annotations,
    }));
}
