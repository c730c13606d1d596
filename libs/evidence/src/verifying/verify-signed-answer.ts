import { isJsonObject } from '../bundle/forms.js';
import type { BundledAnswer } from '../bundle/bundle.js';
import { parseStrictJson, type JsonValue } from '../json/strict-json.js';
import { VERIFY_BATCH_PATH, VERIFY_PATH } from './answered-records.js';
import { chainOf } from './chains.js';
import { absent, atHand, CheckFailed, Checklist, derive, type Established } from './checklist.js';
import type { Envelope } from './envelope.js';
import type { VerifyOptions } from './options.js';
import type { Report } from './report.js';
import { decodeText } from './decode-text.js';
import type { Trust } from './trust.js';
import { runChecks } from './run-checks.js';

/** An answer as it was received. */
export interface ReceivedAnswer {
  /** The response's body; another form of the same JSON is accepted. */
  body: string | Uint8Array;
  /** The response's header fields by their names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** The request's body; default: a plain verification of the answered record. */
  request?: JsonValue;
  /** The request's `Service-Nonce`. */
  nonce?: string;
}

const ALONE = 'an answer alone does not carry it: a bundle does';

/**
 * Checks an answer by its headers, without its bundle. It uses the keys of the trust document, because without the bundle
 * the log cannot prove that keys are published.
 */
export function verifySignedAnswer(
  { body, headers, request, nonce }: ReceivedAnswer,
  trust: Trust,
  options: Omit<VerifyOptions, 'nonce' | 'request'> = {},
): Report {
  const list = new Checklist(options.onCheck);
  const json = list.take('bundle.json', [], () => parseStrictJson(decodeText(body)));
  const answer = list.take('bundle.form', [json], (value) => answerOf(value, headers, request, nonce));
  const bundle = absent(ALONE);
  const keys = absent(
    'the keys are those of the trust document: that the log published them, and revoked none, only a bundle shows',
  );
  const at = { bundle, answer, keys, records: shownChains, authorities: absent(ALONE) };
  return runChecks(list, { ...at, believedKeys: (keyId) => trust.keys.get(keyId) }, trust, {
    ...options,
    ...(request === undefined ? {} : { request }),
    ...(nonce === undefined ? {} : { nonce }),
  });
}

function answerOf(
  body: JsonValue,
  headers: Readonly<Record<string, string>>,
  request: JsonValue | undefined,
  nonce: string | undefined,
): BundledAnswer {
  if (!isJsonObject(body)) throw new CheckFailed('the body is not an object');
  const asked = request ?? plainQuestion(body);
  if (!isJsonObject(asked)) throw new CheckFailed('the request is not an object');
  const path = Object.hasOwn(body, 'data') ? VERIFY_BATCH_PATH : VERIFY_PATH;
  return {
    body,
    request: { method: 'POST', path, body: asked },
    request_id: headerOf(headers, 'Service-Request-Id'),
    nonce: nonce ?? null,
    as_of: headerOf(headers, 'Service-Evidence-As-Of'),
    signature: headerOf(headers, 'Service-Evidence-Signature'),
    path: headerOf(headers, 'Service-Evidence-Path'),
  };
}

function plainQuestion({ record }: { [name: string]: JsonValue }): JsonValue {
  const id = isJsonObject(record) ? record['id'] : undefined;
  if (id === undefined) throw new CheckFailed('the request is not given, and the body names no record');
  return { record_id: id };
}

function headerOf(headers: Readonly<Record<string, string>>, name: string): string {
  const value = headers[name.toLowerCase()];
  if (value === undefined) throw new CheckFailed(`there is no header ${name}`);
  return value;
}

/** The chains in the envelopes, where these are complete. */
function shownChains(envelopes: Established<readonly Envelope[]>) {
  return derive(envelopes, (each) => {
    const chains = [];
    for (const { evidence, record } of each) {
      const { provenance } = evidence;
      if (provenance === undefined) return absent('the answer shows no provenance');
      const { chain, chain_length } = provenance;
      if (chain.length !== chain_length) {
        return absent(
          `the answer shows ${chain.length} of ${chain_length} elements: a bundle holds them all`,
        );
      }
      chains.push(chainOf(record.id, chain));
    }
    return atHand(chains);
  });
}
