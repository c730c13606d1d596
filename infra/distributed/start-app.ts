import { APPS, mainFile } from './apps.ts';

// In this process, as in a container: signals then reach the app itself.
const name = process.argv[2];
const app = APPS.find((each) => each === name);
if (app === undefined) {
  process.stderr.write(`npm run start:app -- <app>, where <app> is one of ${APPS.join(', ')}.\n`);
  process.exitCode = 1;
} else {
  await import(mainFile(app));
}
