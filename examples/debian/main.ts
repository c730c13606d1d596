import { findOrGrantAuthority } from './authority.ts';
import { findIndexFiles, readIndex } from './index-files.ts';
import { Progress } from './progress.ts';
import { registerPackages, type Registration } from './register.ts';
import { connectService } from './service.ts';
import { verifyPackages, type Verification } from './verify.ts';

const NO_INDEX = `This machine has no Debian package index.
On Debian or Ubuntu, \`apt-get update\` fetches it. Elsewhere, name one:
  npm run example:debian -- Packages.gz
such as http://deb.debian.org/debian/dists/stable/main/binary-amd64/Packages.gz
`;

/** Problems that are shown one by one. */
const SHOWN = 5;

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`\n${(error as Error).message}\n`);
  return 1;
});

/** Registers and verifies the machine's package index. @returns the exit code. */
async function main(named: string[]): Promise<number> {
  const files = named.length > 0 ? named : await findIndexFiles();
  if (files.length === 0) {
    process.stderr.write(NO_INDEX);
    return 1;
  }
  const service = await connectService(process.env);
  service.onChange = (sentence) => process.stdout.write(`${sentence}\n`);
  await service.reach();
  // Counted first: an unreadable index must stop the run before anything is registered.
  const total = await countPackages(files);
  const registering = new Progress('Registering', total);
  service.onChange = (sentence) => registering.say(sentence);
  const authorityId = await findOrGrantAuthority(service);
  const registration = await registerPackages(service, files, authorityId, registering);
  registering.finish();
  const verifying = new Progress('Verifying', registration.registered.length);
  service.onChange = (sentence) => verifying.say(sentence);
  const verification = await verifyPackages(service, registration.registered, verifying);
  verifying.finish();
  report(total, registration, registering, verification, verifying);
  return verification.sameContent === total ? 0 : 1;
}

async function countPackages(files: readonly string[]): Promise<number> {
  let total = 0;
  for (const file of files) {
    let own = 0;
    for await (const _ of readIndex(file)) own += 1;
    process.stdout.write(`${own} packages in ${file}\n`);
    total += own;
  }
  return total;
}

function report(
  total: number,
  registration: Registration,
  registering: Progress,
  verification: Verification,
  verifying: Progress,
): void {
  const { registered, alreadyThere, refused } = registration;
  const lines = [
    '',
    `in the index         ${total}`,
    `registered now       ${registered.length - alreadyThere}`,
    `there already        ${alreadyThere}`,
    `refused              ${refused.length}`,
    `  in ${registering.seconds.toFixed(1)} s, ${Math.round(registering.rate)} a second`,
    `verified             ${verification.verified}`,
    `with the same digest ${verification.sameContent}`,
    `  in ${verifying.seconds.toFixed(1)} s, ${Math.round(verifying.rate)} a second`,
    ...refused.slice(0, SHOWN).map(({ externalId, reason }) => `${externalId}: ${reason}`),
    ...verification.problems.slice(0, SHOWN).map(({ recordId, problem }) => `${recordId}: ${problem}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
