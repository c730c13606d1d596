import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  SAMPLE_TIME,
  SampleService,
  type Unusual,
} from '../../../../libs/evidence/src/testing/sample-service.js';
import { EvidenceError } from '../evidence.js';
import { ConnectionError, EvidenceFault, ServiceError, type Pinned } from '../index.js';
import {
  answers,
  cuts,
  refuses,
  ScriptedServer,
  type Arrived,
  type Step,
} from '../testing/scripted-server.js';

const sample = SampleService.usual();
const document = sample.trust() as { log: { vkeys: string[] }; witnesses: string[]; keys: object[] };
/** The pinned log alone: the keys of answers come from a bundle. */
const pinnedLog: Pinned = {
  vkey: document.log.vkeys,
  witnesses: document.witnesses,
  quorum: 2,
  now: () => new Date(SAMPLE_TIME),
};
let server: ScriptedServer;

beforeAll(async () => {
  server = await ScriptedServer.start();
});
afterAll(() => server.stop());

function nonceOf({ headers }: Arrived): string {
  return String(headers['service-nonce']);
}

/** Answers a verification as the sample does. @param edit of the text of the answer. */
function verified(unusual: Unusual = {}, edit = (text: string) => text): Step {
  return (response, request) => {
    const nonce = nonceOf(request);
    const answer = sample.answer('rec_1', { nonce, request: { body: request.body as never }, ...unusual });
    response.writeHead(200, {
      'service-request-id': answer.request_id,
      'service-evidence-as-of': answer.as_of,
      'service-evidence-signature': answer.signature,
      'service-evidence-path': answer.path,
    });
    response.end(edit(JSON.stringify(answer.body)));
  };
}

const bundled: Step = (response, request) => {
  const answer = sample.answer('rec_1', { nonce: nonceOf(request) });
  response.end(JSON.stringify(sample.bundle('rec_1', answer)));
};

const tampered = (text: string): string => text.replace('"passed"', '"failed"');

async function faultOf(verify: Pinned): Promise<EvidenceFault> {
  const failure: unknown = await server
    .client({ verify })
    .records.verify('rec_1')
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(EvidenceFault);
  return failure as EvidenceFault;
}

describe('a verification, with the log’s document pinned', () => {
  const pinned: Pinned = { keys: document };

  it('is given with what was checked', async () => {
    server.script(verified());
    const { data, nonce, report } = await server
      .client({ verify: pinned })
      .records.verify('rec_1')
      .withResponse();
    expect(data.evidence.verdict?.result).toBe('passed');
    expect(report?.ok).toBe(true);
    expect(nonce).toMatch(/^[\da-f]{32}$/);
  });

  it('is withheld, and not asked for again, where the answer was changed', async () => {
    server.script(verified({}, tampered));
    const fault = await faultOf(pinned);
    expect(fault.check).toBe('answer.signature');
    expect(JSON.stringify(fault)).not.toContain('chain_length');
    expect(server.arrived).toHaveLength(1);
  });

  it('is withheld where it is an older one', async () => {
    server.script(verified({ nonce: 'another' }));
    expect((await faultOf(pinned)).check).toBe('answer.signature');
  });

  it('is withheld where it answers another question', async () => {
    server.script(verified({ request: { body: { record_id: 'rec_2' } } }));
    expect((await faultOf(pinned)).check).toBe('answer.signature');
  });

  it('is withheld where it is not signed', async () => {
    server.script(answers(sample.answer('rec_1').body));
    expect((await faultOf(pinned)).check).toBe('answer.unsigned');
  });

  it.each([
    '/v1/records/verify',
    '/v1/records/verify/',
    '/v1/records/%76erify',
    '/v1/records/verify%2Fbatch',
    '/v1/records/rec_1/evid%65nce',
  ])('is checked when it is asked for by its path, too: %s', async (path) => {
    server.script(answers(sample.answer('rec_1').body));
    const asked = server
      .client({ verify: pinned })
      .request({ method: 'POST', path, body: { record_id: 'rec_1' } });
    await expect(asked).rejects.toThrow(EvidenceFault);
  });

  it('takes the keys of the log where those that are pinned do not know the answer’s', async () => {
    server.script(verified(), bundled, verified());
    const client = server.client({
      verify: { keys: { ...document, keys: [] }, now: () => new Date(SAMPLE_TIME) },
    });
    await client.records.verify('rec_1');
    await client.records.verify('rec_1');
    expect(server.arrived.map(({ path }) => path)).toEqual([
      '/v1/records/verify',
      '/v1/records/rec_1/evidence',
      '/v1/records/verify',
    ]);
  });
});

describe('a verification, with the log’s key pinned', () => {
  it('is proved with keys that the log holds', async () => {
    server.script(verified(), bundled);
    const { report } = await server.client({ verify: pinnedLog }).records.verify('rec_1').withResponse();
    expect(report?.ok).toBe(true);
  });

  it('is withheld where another log holds them', async () => {
    const other = SampleService.usual(undefined, 'other').trust() as typeof document;
    server.script(verified(), bundled);
    expect((await faultOf({ vkey: other.log.vkeys })).check).toBe('checkpoint.signature');
  });

  it('is withheld where too few witnesses saw the log', async () => {
    server.script(verified(), (response, request) => {
      const answer = sample.answer('rec_1', { nonce: nonceOf(request) });
      response.end(JSON.stringify(sample.bundle('rec_1', answer, 1)));
    });
    expect((await faultOf(pinnedLog)).check).toBe('checkpoint.witnesses');
  });

  it('asks for the keys again after an hour, by when one may have been revoked', async () => {
    let now = new Date(SAMPLE_TIME);
    server.script(verified(), bundled, verified(), bundled);
    const client = server.client({ verify: { ...pinnedLog, now: () => now } });
    await client.records.verify('rec_1');
    now = new Date(now.getTime() + 3_600_001);
    await client.records.verify('rec_1');
    expect(server.arrived).toHaveLength(4);
  });
});

describe('a log that its witnesses saw long ago', () => {
  const DAY = 86_400_000;
  const after = (off: number) => () => new Date(Date.parse(SAMPLE_TIME) + off);

  it('gives no key: one may have been revoked since', async () => {
    server.script(verified(), bundled);
    const fault = await faultOf({ ...pinnedLog, now: after(DAY + 60_000) });
    expect([fault.check, fault.report?.ok]).toEqual(['freshness.witnesses', true]);
  });

  it('gives none by its bundle either, which is proved for what it says', async () => {
    server.script(bundled, verified(), bundled);
    const client = server.client({ verify: { ...pinnedLog, now: after(DAY + 60_000) } });
    await client.records.evidence('rec_1');
    await expect(client.records.verify('rec_1')).rejects.toMatchObject({ check: 'freshness.witnesses' });
  });

  it.each([[{ now: after(DAY - 60_000) }], [{ now: after(2 * DAY), maxLogAgeSeconds: 3 * 86_400 }]])(
    'gives its keys where it is younger than is asked for: %j',
    async (terms) => {
      server.script(verified(), bundled);
      await server.client({ verify: { ...pinnedLog, ...terms } }).records.verify('rec_1');
    },
  );

  it('is believed where no witness is pinned: nobody proves a time', async () => {
    server.script(verified(), bundled);
    await server
      .client({ verify: { vkey: document.log.vkeys, now: after(9 * DAY) } })
      .records.verify('rec_1');
  });

  it.each([0, -1, 1.5, Number.NaN])('is no log of an age of %d seconds', (maxLogAgeSeconds) => {
    expect(() => server.client({ verify: { ...pinnedLog, maxLogAgeSeconds } })).toThrow(TypeError);
  });
});

describe('the bundle that the keys are read from', () => {
  it('is read on the terms of the verification', async () => {
    server.script(verified(), refuses(503, 'service.unavailable'));
    const headers = { authorization: 'Bearer another' };
    const asked = server.client({ verify: pinnedLog }).records.verify('rec_1', { maxRetries: 0, headers });
    await expect(asked).rejects.toThrow(ServiceError);
    expect(server.arrived.map(({ headers: { authorization } }) => authorization)).toEqual([
      headers.authorization,
      headers.authorization,
    ]);
  });

  it('is waited for until the signal ends it', async () => {
    const controller = new AbortController();
    server.script(verified(), () => controller.abort(new Error('enough')));
    const { signal } = controller;
    const asked = server.client({ verify: pinnedLog }).records.verify('rec_1', { signal });
    await expect(asked).rejects.toThrow('enough');
    expect(server.arrived).toHaveLength(2);
  });

  it('does not repeat the verification where it fails', async () => {
    server.script(verified(), cuts('before'));
    const asked = server.client({ verify: pinnedLog }).records.verify('rec_1');
    await expect(asked).rejects.toThrow(ConnectionError);
    expect(server.arrived.filter(({ method }) => method === 'POST')).toHaveLength(1);
    // The bundle is asked for once, and again by four retries.
    expect(server.arrived).toHaveLength(1 + 1 + 4);
  });

  it.each(['..', 'a/b', '\ud800'])('is not asked for where the answer names %j', async (id) => {
    server.script(verified({}, (text) => text.replaceAll('"rec_1"', JSON.stringify(id))));
    await faultOf(pinnedLog);
    expect(server.arrived).toHaveLength(1);
  });

  it('is read for no more records than were asked for', async () => {
    const both = (text: string): string =>
      JSON.stringify({ data: [JSON.parse(text), JSON.parse(text.replaceAll('"rec_1"', '"rec_2"'))] });
    server.script(
      verified({ request: { path: '/v1/records/verify/batch' } }, both),
      bundled,
      (response, request) => {
        const answer = sample.answer('rec_2', { nonce: nonceOf(request) });
        response.end(JSON.stringify(sample.bundle('rec_2', answer)));
      },
    );
    await faultOf(pinnedLog);
    expect(server.arrived).toHaveLength(2);
  });
});

describe('a clock that is an hour off', () => {
  const clock = (off: number) => (): Date => new Date(Date.parse(SAMPLE_TIME) + off);
  const ask = (verify: Pinned) => {
    server.script(verified(), bundled);
    return server.client({ verify }).records.verify('rec_1').withResponse();
  };

  it('changes no verdict where it is ahead', async () => {
    const { report } = await ask({ ...pinnedLog, now: clock(3_600_000) });
    expect(report?.ok).toBe(true);
  });

  it('takes every answer for one of the future where it is behind, unless that may be', async () => {
    const verify = { ...pinnedLog, now: clock(-3_600_000) };
    await expect(ask(verify)).rejects.toMatchObject({ check: 'checkpoint.witnesses' });
    const { report } = await ask({ ...verify, clockSlackSeconds: 3_600 });
    expect(report?.ok).toBe(true);
  });
});

describe('a bundle', () => {
  it('is checked before it is given', async () => {
    server.script(bundled);
    const { report } = await server.client({ verify: pinnedLog }).records.evidence('rec_1').withResponse();
    expect(report?.ok).toBe(true);
  });

  it('is withheld where it is of another record, or was changed', async () => {
    server.script(bundled);
    const client = server.client({ verify: pinnedLog });
    await expect(client.records.evidence('rec_2')).rejects.toThrow(EvidenceFault);
    server.script((response, request) => {
      const answer = sample.answer('rec_1', { nonce: nonceOf(request) });
      response.end(tampered(JSON.stringify(sample.bundle('rec_1', answer))));
    });
    await expect(client.records.evidence('rec_1')).rejects.toThrow(EvidenceFault);
  });
});

describe('with nothing pinned', () => {
  it('answers are given as they are, and a nonce is sent', async () => {
    server.script(verified({}, tampered));
    const { data, nonce, report } = await server.client().records.verify('rec_1').withResponse();
    expect(data.evidence.verdict?.result).toBe('failed');
    expect(report).toBeNull();
    expect(server.arrived[0]?.headers['service-nonce']).toBe(nonce);
  });
});

describe('what is pinned', () => {
  it.each([
    ['a verifier key that is none', { vkey: 'none' }],
    ['a verifier key that is not set', { vkey: undefined as never }],
    ['a document that is not set', { keys: undefined as never }],
    ['a policy that is not set', { policy: undefined as never }],
    ['a trust that is not set', { trust: undefined as never }],
    ['a document without a log', { keys: {} }],
    ['a policy that is none', { policy: 'none' }],
    ['a signed policy without its fingerprint', { policy: '# format trust-policy/v1\n' }],
  ])('is refused at once: %s', (_name, verify) => {
    expect(() => server.client({ verify })).toThrow(EvidenceError);
  });
});
