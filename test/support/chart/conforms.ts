import { findTool } from '../../../infra/tools/tools.ts';
import { runTool, type ToolAnswer } from './tools.ts';

/** The tools that `conforms` needs. */
export const SCHEMAS = ['kubeconform', 'schemas', 'operator-schemas'] as const;

/** Those that it needs for the kinds of Strimzi too. */
export const ALL_SCHEMAS = [...SCHEMAS, 'strimzi-schemas'] as const;

/** Of Strimzi, whose schemas need a JDK: they are left out where there are none. */
const OF_STRIMZI = ['Kafka', 'KafkaNodePool', 'KafkaUser', 'KafkaTopic'];

/** Whether objects, in YAML or JSON, have only kinds and fields that Kubernetes and the operators know. */
export function conforms(manifests: string): ToolAnswer {
  const locations = ['schemas', 'operator-schemas', 'strimzi-schemas'] as const;
  const found = locations.flatMap((name) => findTool(name) ?? []);
  const schemas = found.flatMap((folder) => [
    '-schema-location',
    `${folder}/{{ .ResourceKind }}{{ .KindSuffix }}.json`,
  ]);
  const skipped = findTool('strimzi-schemas') === undefined ? ['-skip', OF_STRIMZI.join(',')] : [];
  return runTool('kubeconform', ['-strict', '-summary', ...skipped, ...schemas], manifests);
}
