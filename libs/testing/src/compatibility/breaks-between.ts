import { SchemaComparison, type Direction, type Documents } from './compare-schemas.js';
import {
  operationsOf,
  type Content,
  type InterfaceDocument,
  type Operation,
  type Parameter,
  type Schema,
} from './documented.js';

/**
 * What of a change between two OpenAPI documents breaks clients: each a sentence that begins with its operation.
 * docs/versioning.md has the rules.
 */
export function breaksBetween(old: InterfaceDocument, now: InterfaceDocument): string[] {
  const documents = { old, new: now };
  const current = new Map(operationsOf(now).map((operation) => [operation.name, operation]));
  const found = operationsOf(old).flatMap((before) => {
    const after = current.get(before.name);
    if (after === undefined) return [`${before.name} is gone`];
    return [
      ...(before.id === after.id ? [] : [`${before.name} is called ${after.id}, and was ${before.id}`]),
      ...parameterBreaks(documents, before, after),
      ...bodyBreaks(documents, before, after),
      ...answerBreaks(documents, before, after),
    ];
  });
  return [...new Set(found)];
}

function parameterBreaks(documents: Documents, before: Operation, after: Operation): string[] {
  const byKey = (parameters: readonly Parameter[]) =>
    new Map(parameters.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]));
  const [old, now] = [byKey(before.parameters), byKey(after.parameters)];
  const gone = [...old.keys()].filter((key) => !now.has(key));
  return [
    ...gone.map((key) => `${before.name}: ${key} is no longer taken`),
    ...[...now].flatMap(([key, parameter]) => {
      const known = old.get(key);
      const at = `${before.name}: ${key}`;
      if (parameter.required === true && known?.required !== true) return [`${at} is required`];
      if (known === undefined) return [];
      return new SchemaComparison(documents, 'request').breaks(known.schema, parameter.schema, at);
    }),
  ];
}

function bodyBreaks(documents: Documents, before: Operation, after: Operation): string[] {
  const required = after.isBodyRequired && !before.isBodyRequired ? [`${before.name} requires a body`] : [];
  if (before.body === undefined) return required;
  if (after.body === undefined) return [`${before.name} no longer takes a body`];
  return [
    ...required,
    ...contentBreaks(documents, 'request', before.body, after.body, `${before.name}: body`),
  ];
}

function answerBreaks(documents: Documents, before: Operation, after: Operation): string[] {
  return Object.entries(before.responses).flatMap(([status, { headers = {}, content = {} }]) => {
    // A default answer stands for every error whose status is not listed.
    const now = after.responses[status] ?? (Number(status) >= 400 ? after.responses['default'] : undefined);
    const at = `${before.name}: ${status}`;
    if (now === undefined) return [`${at} is no longer answered`];
    const fields = Object.keys(headers).filter((name) => !(name in (now.headers ?? {})));
    return [
      ...fields.map((name) => `${at} has no ${name}`),
      ...contentBreaks(documents, 'answer', content, now.content ?? {}, at),
    ];
  });
}

function contentBreaks(
  documents: Documents,
  direction: Direction,
  old: Content,
  now: Content,
  at: string,
): string[] {
  return Object.entries(old).flatMap(([type, { schema = {} }]) => {
    const current = now[type];
    if (current === undefined) return [`${at} is no longer ${type}`];
    const { schema: described = {} } = current;
    const comparison = new SchemaComparison(documents, direction);
    // Of an answer in lines, each line is compared.
    const line = (each: Schema) => each['x-line-schema'] ?? each;
    return comparison.breaks(line(schema), line(described), at);
  });
}
