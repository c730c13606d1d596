import { DeliveryError } from '../delivery-error.js';
import { verifyDelivery } from '../verify-delivery.js';
import type { DeliveryVector } from './delivery-samples.js';

type Form = readonly [name: string, value: unknown];
const NUMBERS: readonly unknown[] = ['NaN', 'Infinity', '-Infinity'];

/** What our verifier says of a delivery, in each form that a server could hand it over. */
export function judgeDelivery(vector: DeliveryVector): Record<string, DeliveryVector['code']> {
  const { keys, now, tolerance_seconds } = vector;
  const tolerance = NUMBERS.includes(tolerance_seconds) ? Number(tolerance_seconds) : tolerance_seconds;
  const options = {
    now: new Date(now),
    ...(tolerance_seconds !== undefined && { tolerance_seconds: tolerance }),
  };
  const judged: Record<string, DeliveryVector['code']> = {};
  for (const [form, body] of bodyForms(vector)) {
    for (const [shape, headers] of headerForms(vector.headers)) {
      judged[`${shape}, ${form}`] = codeOf(() =>
        verifyDelivery(headers as never, body as never, keys as never, options as never),
      );
    }
  }
  return judged;
}

function codeOf(verification: () => unknown): DeliveryVector['code'] {
  try {
    verification();
    return null;
  } catch (error) {
    if (error instanceof DeliveryError) return error.code;
    if (error instanceof TypeError || error instanceof RangeError) return 'argument';
    throw error;
  }
}

function* headerForms(pairs: DeliveryVector['headers']): Generator<Form> {
  const lower = pairs.map(([name, value]) => [name.toLowerCase(), value] as const);
  const names = [...new Set(lower.map(([name]) => name))];
  const valuesOf = (name: string) => lower.flatMap(([each, value]) => (each === name ? [value] : []));
  yield ['pairs', pairs];
  yield ['an iterator of pairs', pairs.values()];
  if (new Set(pairs.map(([name]) => name)).size === pairs.length) {
    yield ['an object', Object.fromEntries(pairs)];
    yield ['a map', new Map(pairs)];
  }
  if (names.length === pairs.length) yield ['an object in lower case', Object.fromEntries(lower)];
  yield ['an object of lists', Object.fromEntries(names.map((name) => [name, valuesOf(name).flat()]))];
  const texts = pairs
    .filter(([, value]) => value !== null)
    .flatMap(([name, value]) => [value].flat().map((each) => [name, each] as const));
  if (!texts.every((pair): pair is [string, string] => typeof pair[1] === 'string')) return;
  const joined = names.map((name) => [
    name,
    texts.flatMap(([each, value]) => (each.toLowerCase() === name ? [value] : [])).join(', '),
  ]);
  yield ['an object of Node.js', Object.fromEntries(joined)];
  const fetched = new Headers();
  try {
    for (const [name, value] of texts) fetched.append(name, value);
  } catch {
    // No such header can arrive by fetch.
    return;
  }
  yield ['headers of fetch', fetched];
  yield ['a getter', { get: (name: string) => fetched.get(name) }];
}

function* bodyForms({ body, body_as }: DeliveryVector): Generator<Form> {
  const buffer = Buffer.from(body, 'base64');
  if (body_as === 'null') {
    yield ['null', null];
    yield ['undefined', undefined];
    return;
  }
  if (body_as === 'parsed') {
    yield ['parsed', JSON.parse(buffer.toString())];
    yield ['a Buffer as JSON', buffer.toJSON()];
    return;
  }
  const bytes = new Uint8Array(buffer);
  yield ['a Buffer', buffer];
  yield ['bytes', bytes];
  yield ['a part of a buffer', new Uint8Array([1, ...bytes, 2]).subarray(1, -1)];
  yield ['an ArrayBuffer', bytes.buffer];
  yield ['a DataView', new DataView(bytes.buffer)];
  try {
    yield ['a text', new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)];
  } catch {
    // It is no text.
  }
}
