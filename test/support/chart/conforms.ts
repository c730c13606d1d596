import { findTool } from '../../../infra/tools/tools.ts';
import { runTool, type ToolAnswer } from './tools.ts';

/** The tools that `conforms` needs. */
export const SCHEMAS = ['kubeconform', 'schemas', 'operator-schemas'] as const;

/** Strimzi generates its definitions from Java; there are none here. */
const WITHOUT_SCHEMA = ['Kafka', 'KafkaNodePool', 'KafkaUser', 'KafkaTopic'];

/** Whether objects, in YAML or JSON, have only kinds and fields that Kubernetes and the operators know. */
export function conforms(manifests: string): ToolAnswer {
  const locations = ['schemas', 'operator-schemas'] as const;
  const schemas = locations.flatMap((name) => [
    '-schema-location',
    `${findTool(name)}/{{ .ResourceKind }}{{ .KindSuffix }}.json`,
  ]);
  const flags = ['-strict', '-summary', '-skip', WITHOUT_SCHEMA.join(',')];
  return runTool('kubeconform', [...flags, ...schemas], manifests);
}
