/** Environment variable with the address at which a run of tests gives its workers what their files share. */
export const TEST_RUN_URL = 'TEST_RUN_URL';

/** Asks the run of tests for something of this worker's, whose files run one after the other.
 *  @throws Error with what the run says where it cannot give it. */
export async function askTestRun<Answer>(what: string): Promise<Answer> {
  const worker = process.env['JEST_WORKER_ID'] ?? '1';
  const response = await fetch(`${process.env[TEST_RUN_URL]}/${what}?worker=${worker}`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Answer;
}
