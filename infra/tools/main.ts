import { StartError, endWithSentence } from '@service/platform/errors';
import { buildTool, toolNames, type ToolName } from './tools.ts';

// Builds the tools that are named, or all; says what each took.
const wanted = process.argv.slice(2);
try {
  const unknown = wanted.filter((name) => !isTool(name));
  if (unknown.length > 0) {
    throw new StartError(`There is no tool ${unknown.join(', ')}; there are ${toolNames.join(', ')}.`);
  }
  for (const name of wanted.length > 0 ? wanted.filter(isTool) : toolNames) {
    const began = Date.now();
    const outcome = await buildTool(name);
    process.stdout.write(`${name}: ${outcome}, ${Math.round((Date.now() - began) / 1_000)} s\n`);
  }
} catch (error) {
  endWithSentence(error);
}

function isTool(name: string): name is ToolName {
  return toolNames.some((tool) => tool === name);
}
