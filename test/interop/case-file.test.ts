import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPolicy, policyFingerprint, signPolicy } from '@service/evidence';
import { makeCaseFile, type Exhibit } from '@service/evidence/case';
import { SampleLog } from '../../libs/evidence/src/testing/sample-log.js';
import { SampleService } from '../../libs/evidence/src/testing/sample-service.js';
import { pythonClient } from './support/programs.js';
import { runProgram, type Outcome } from './support/run-program.js';

/** Milliseconds for Go on a busy machine. */
const PATIENCE = 300_000;
const CHECKOUT = resolve('.');
/** Lines of README.txt, by what stands in each. */
const RVS = 'rvs.js';
const PYTHON = 'python3 ';
const GO = 'go -C';

const service = SampleService.usual();
service.record('rec_1', 'aut_1', { type: 'service.record.revoked', state: 'revoked' });
const { body, request, nonce, ...signed } = service.answer('rec_1', { nonce: 'mine' });
const headers = {
  'service-request-id': signed.request_id,
  'service-evidence-as-of': signed.as_of,
  'service-evidence-signature': signed.signature,
  'service-evidence-path': signed.path,
};
const bundled: Exhibit = {
  evidence: JSON.stringify(service.bundle('rec_1')),
  pinned: { keys: JSON.stringify(service.trust()) },
  program: 'a test',
};
const policy = signPolicy(
  `log ${service.log.vkeys[0]}\nquorum none\n`,
  // Expired long ago, as after ten years.
  { version: 1, dated: '2020-01-01T00:00:00.000Z', expires: '2020-02-01T00:00:00.000Z' },
  [new SampleLog(undefined, undefined, 'policy').newSigner()],
);
const alone = {
  answer: JSON.stringify(body),
  request: request.body,
  nonce: String(nonce),
  headers,
};

const pythonPath = await pythonClient();
const hasGo = await runProgram('go', ['version']).then(
  () => true,
  () => false,
);
if (!hasGo)
  process.stderr.write('Left out: the check of a case file in Go: it needs go, which is not here.\n');
const PROGRAMS = ['sha256sum', RVS, ...(pythonPath === null ? [] : [PYTHON]), ...(hasGo ? [GO] : [])];

describe.each<[name: string, exhibit: Exhibit]>([
  ['under pinned keys', bundled],
  ['under a policy that has expired', { ...bundled, pinned: { policy } }],
  ['with an answer alone', { ...bundled, evidence: alone }],
])('a case file of a revoked record, %s', (_name, exhibit) => {
  let parent: string;
  let folder: string;
  let commands: string[];

  /** Runs what README.txt says of a program, from elsewhere, with what the reader has of their own. */
  const follow = async (program: string): Promise<Outcome> => {
    const line = commands.find((each) => each.includes(program)) ?? 'false';
    const own = {
      CHECKOUT,
      CASE: folder,
      KEYS: join(folder, 'keys.json'),
      POLICY: join(parent, 'policy'),
      FINGERPRINT: policyFingerprint(openPolicy(policy, null).key),
    };
    const command = line.replaceAll(/\b[A-Z]{4,}\b/g, (blank) => own[blank as keyof typeof own] ?? blank);
    return runProgram('sh', ['-c', command], {
      cwd: parent,
      env: { PYTHONPATH: pythonPath ?? '', PYTHONDONTWRITEBYTECODE: '1', GOFLAGS: '' },
    });
  };

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'case-'));
    folder = join(parent, 'case');
    await mkdir(folder);
    await writeFile(join(parent, 'policy'), policy);
    await writeFile(join(parent, 'case.zip'), makeCaseFile(exhibit).bytes);
    const unpacked = await runProgram('python3', ['-m', 'zipfile', '-e', join(parent, 'case.zip'), folder]);
    expect(unpacked).toMatchObject({ code: 0, stderr: '' });
    const readMe = await readFile(join(folder, 'README.txt'), 'utf8');
    commands = readMe.split('\n').flatMap((line) => /^ {2}(?:SHA256SUMS.*: )?(\S.*)$/.exec(line)?.[1] ?? []);
  });
  afterAll(() => rm(parent, { recursive: true }));

  it.each(PROGRAMS)(
    'is checked by %s, without the service, as its README.txt says',
    async (program) => {
      const { code, stdout, stderr } = await follow(program);
      expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
      if (program !== 'sha256sum') expect(stdout).toMatch(/^Record rec_1 .*is NOT good: it was revoked on /);
    },
    PATIENCE,
  );

  it.each(PROGRAMS)(
    'is refused by %s where it was changed',
    async (program) => {
      const name = exhibit.evidence === alone ? 'answer.json' : 'bundle.json';
      const text = await readFile(join(folder, name), 'utf8');
      await writeFile(join(folder, name), text.replaceAll('"revoked"', '"active"'));
      const { code } = await follow(program);
      expect(code).toBe(1);
      await writeFile(join(folder, name), text);
    },
    PATIENCE,
  );
});
