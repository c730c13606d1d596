/** Environment variable with the address of the resources that a run of tests shares with its workers. */
export const TEST_RUN_URL = 'TEST_RUN_URL';

/**
 * Requests something for this worker from the run of tests. A worker runs its files one after the other.
 * @throws Error with the run's message where the request fails.
 */
export async function askTestRun<Answer>(what: string): Promise<Answer> {
  const worker = process.env['JEST_WORKER_ID'] ?? '1';
  const response = await fetch(`${process.env[TEST_RUN_URL]}/${what}?worker=${worker}`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Answer;
}
