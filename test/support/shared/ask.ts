import { driver } from '../driver.js';

interface Place {
  baseUrl: string;
  dataDirectory: string;
}

/** Starts the service that the suites of a run share, unless it runs, and keeps it until it is given back. */
export async function takeSharedService(): Promise<Place> {
  return (await ask('take')) as Place;
}

/** Says that this suite is done with it. */
export async function giveSharedServiceBack(): Promise<void> {
  await ask('give-back');
}

/** Stops it where no suite has taken it: whoever asks starts a service of its own. */
export async function makeRoom(): Promise<void> {
  await ask('make-room');
}

async function ask(what: string): Promise<unknown> {
  const response = await fetch(`${process.env[`TEST_SHARED_SERVICE_${driver.name.toUpperCase()}`]}/${what}`);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
