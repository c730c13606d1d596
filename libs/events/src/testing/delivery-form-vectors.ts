import { AT, BODY, made, next, own, signed, type DeliveryVector } from './delivery-samples.js';

type Pairs = DeliveryVector['headers'];

/** Deliveries as servers and programs hand them over, well or badly: headers, times, bodies and the receiver's own arguments. */
export async function deliveryFormVectors(): Promise<DeliveryVector[]> {
  const headers = Object.entries(await signed([own, next]));
  return [...headerVectors(headers), ...timeVectors(headers), ...(await bodyVectors()), ...argumentVectors()];
}

const value = (headers: Pairs, name: string) => String(headers.find(([each]) => each === name)?.[1]);
const changed = (headers: Pairs, name: string, to: unknown): Pairs =>
  headers.map((pair) => (pair[0] === name ? [name, to] : pair));

function headerVectors(headers: Pairs): DeliveryVector[] {
  const accepted = (name: string, given: Pairs) => made(name, null, { headers: given });
  const malformed = (name: string, given: Pairs) => made(name, 'header.malformed', { headers: given });
  const signature = value(headers, 'Service-Signature');
  return [
    accepted(
      'with names of headers in upper case',
      headers.map(([name, each]) => [name.toUpperCase(), each]),
    ),
    accepted(
      'with lists of one value',
      headers.map(([name, each]) => [name, [each]]),
    ),
    accepted('beside other headers, repeated and not in ASCII', [
      ...headers,
      ['X-Forwarded-For', '192.0.2.1'],
      ['x-forwarded-for', '192.0.2.2'],
      ['X-Name', 'Zo\u00eb'],
    ]),
    ...headers.map((pair) => malformed(`${pair[0]} twice`, [...headers, pair])),
    ...headers.map(([name, each]) =>
      malformed(`${name} twice, in another case`, [...headers, [name.toUpperCase(), each]]),
    ),
    malformed('an empty header, and again with its value', [['Service-Signature', ''], ...headers]),
    malformed('a list of two values', changed(headers, 'Service-Signature', [signature, signature])),
    malformed('a list in a list', changed(headers, 'Service-Signature', [[signature]])),
    malformed(
      'a timestamp that became a number',
      changed(headers, 'webhook-timestamp', AT.getTime() / 1_000),
    ),
    malformed('an id that became an object', changed(headers, 'Service-Event-Id', { id: 'evt_1' })),
    malformed('a signature that became true', changed(headers, 'Service-Signature', true)),
    ...headers.map(([name, each]) =>
      malformed(`a byte beyond ASCII in ${name}`, changed(headers, name, `${String(each)}\u00ff`)),
    ),
    malformed('half a surrogate pair in a header', changed(headers, 'Service-Signature', 'sha256=\udcff')),
    malformed('digits that are not in ASCII', changed(headers, 'webhook-timestamp', '\u0661\u0662')),
    malformed('a control character in a header', changed(headers, 'Service-Event-Id', 'evt\u0000_1')),
    malformed('a line feed in a header', changed(headers, 'Service-Signature', `${signature}\n${signature}`)),
    ...['sha256=', 'sha1=00'].map((text) =>
      made(`a signature that is ${text}`, 'signature.mismatch', {
        headers: changed(headers, 'Service-Signature', text),
      }),
    ),
    ...['', 'v1a', 'v1a,', 'v1a,AAAA'].map((text) =>
      made(`a signature for a public key that is “${text}”`, text ? 'signature.mismatch' : 'header.missing', {
        headers: changed(headers, 'webhook-signature', text),
        keys: [own.public_key],
      }),
    ),
    made('without the id that a public key’s signature covers', 'header.missing', {
      headers: headers.filter(([name]) => name !== 'webhook-id'),
      keys: [own.public_key],
    }),
    ...['', null, []].map((empty) =>
      made(`a timestamp that is ${JSON.stringify(empty)}`, 'header.missing', {
        headers: changed(headers, 'Service-Timestamp', empty),
      }),
    ),
  ];
}

function timeVectors(headers: Pairs): DeliveryVector[] {
  const service = (time: string, code: DeliveryVector['code']) =>
    made(`a delivery of ${time}`, code, { headers: changed(headers, 'Service-Timestamp', time) });
  const standard = (seconds: string, code: DeliveryVector['code']) =>
    made(`a delivery of ${seconds} in seconds`, code, {
      headers: changed(headers, 'webhook-timestamp', seconds),
      keys: [own.public_key],
    });
  return [
    ...['2026-02-31', '2026-02-29', '2026-04-31', '2026-00-10', '2026-11-00'].map((day) =>
      service(`${day}T12:00:00Z`, 'header.malformed'),
    ),
    ...['24:00:00', '12:60:00', '11:59:60', '12:00', '12:00:00.000'].map((time) =>
      service(`2026-11-21T${time}Z`, 'header.malformed'),
    ),
    ...[
      '2026-11-21t12:00:00z',
      '2026-11-21 12:00:00Z',
      '2026-11-21T12:00:00+00:00',
      '+02026-11-21T12:00:00Z',
    ].map((time) => service(time, 'header.malformed')),
    service('1', 'header.malformed'),
    service('2024-02-29T12:00:00Z', 'timestamp.too_old'),
    service('0000-01-01T00:00:00Z', 'timestamp.too_old'),
    service('9999-12-31T23:59:59Z', 'timestamp.too_new'),
    standard('0', 'timestamp.too_old'),
    standard('99999999999', 'timestamp.too_new'),
    standard('100000000000', 'header.malformed'),
    standard('2026-11-21T12:00:00Z', 'header.malformed'),
    standard('-1', 'header.malformed'),
    standard('+1', 'header.malformed'),
    standard('1_0', 'header.malformed'),
    standard(`${AT.getTime() / 1_000}.0`, 'header.malformed'),
    standard(`0${AT.getTime() / 1_000}`, 'signature.mismatch'),
  ];
}

/** Each is signed as it is. */
async function bodyVectors(): Promise<DeliveryVector[]> {
  const after = (member: string) => `${BODY.slice(0, -1)},${member}}`;
  const bodies: [string, string | Uint8Array][] = [
    ['a byte order mark', `\ufeff${BODY}`],
    ['bytes that are not UTF-8', Buffer.from(BODY, 'latin1')],
    ['UTF-16', Buffer.from(BODY, 'utf16le')],
    ['something after the value', `${BODY}x`],
    ['a member twice', after('"event":{"id":"evt_other"}')],
    ['a name in another case', BODY.replace('"event"', '"Event"')],
    ['a list as event', '{"event":["id"]}'],
    ['an id that is a number', '{"event":{"id":1}}'],
    ['half a surrogate pair', after(String.raw`"text":"\ud800"`)],
    ['a control character', after('"text":"\t"')],
    ['not a number', after('"number":NaN')],
    ['an infinite number', after('"number":-Infinity')],
    ['a number beyond any double', after('"number":1e400')],
    ['a number that is rounded', after('"number":9007199254740993')],
    ['too many levels', after(`"list":${'['.repeat(64)}${']'.repeat(64)}`)],
  ];
  const malformed = bodies.map(async ([name, body]) =>
    made(`a signed body with ${name}`, 'body.malformed', { body, headers: await signed([own], body) }),
  );
  const spaced = `\r\n ${after(`"list":${'['.repeat(63)}${']'.repeat(63)}`)}\t`;
  return [
    made('a signed body with white space and as many levels as are allowed', null, {
      body: spaced,
      headers: await signed([own], spaced),
    }),
    ...(await Promise.all(malformed)),
    made('a line feed after the body', 'signature.mismatch', { body: `${BODY}\n` }),
    made('a byte order mark before the body', 'signature.mismatch', { body: `\ufeff${BODY}` }),
    made('a body that was parsed', 'body.not_raw', { body_as: 'parsed' }),
    made('a list that was parsed', 'body.not_raw', { body: '[123]', body_as: 'parsed' }),
    made('a number that was parsed', 'body.not_raw', { body: '1', body_as: 'parsed' }),
    made('no body', 'body.not_raw', { body: '', body_as: 'null' }),
  ];
}

function argumentVectors(): DeliveryVector[] {
  const { hmac, public_key } = own;
  const noKeys = [` ${hmac}`, `${hmac} `, 'whsec_', hmac.replace('_', '_='), 'whpk_AAAA', `${public_key}=`];
  return [
    ...['NaN', 'Infinity', '-Infinity', -1, '300', true, null, [300]].map((tolerance_seconds) =>
      made(`a tolerance of ${JSON.stringify(tolerance_seconds)}`, 'argument', { tolerance_seconds }),
    ),
    ...[null, 1, {}, [null], [1], [[own.hmac]], [own.hmac, null], '', ...noKeys].map((keys, index) =>
      made(`what is no key: ${index + 1}`, 'key.malformed', { keys }),
    ),
    made('a single key without a list', null, { keys: own.hmac }),
  ];
}
