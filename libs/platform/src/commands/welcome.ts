import type { ServedAt } from './served-at.js';

/** Content of the welcome text. */
interface Welcomed {
  /** Port of health and metrics; absent where each app has its own. */
  adminPort?: number;
  /** Null on a restored copy, which makes no tokens and verifies nothing. */
  bootstrapFile: string | null;
}

/** The text printed after a start. It has no secret: its command reads the token from the file. */
export function welcome(
  { adminPort, bootstrapFile }: Welcomed,
  { url: base, curlOptions }: ServedAt,
  environment: string,
): string {
  const lines = [
    `The service listens on ${base} for ${environment}.`,
    `Tokens are ${bootstrapFile === null ? 'those of the original' : `in ${bootstrapFile}`}; the documentation is at ${base}/docs.`,
  ];
  if (adminPort !== undefined) lines.push(`Health and metrics are on http://127.0.0.1:${adminPort}.`);
  if (bootstrapFile !== null && environment === 'development') {
    const read = `JSON.parse(require('fs').readFileSync('${bootstrapFile}')).development.verify`;
    lines.push(
      '',
      'Verify the example record:',
      '',
      `curl -s ${curlOptions}${base}/v1/records/verify -H "Authorization: Bearer $(node -p "${read}")" -H 'Content-Type: application/json' -d '{"record_id":"rec_example"}'`,
    );
  }
  return `\n${lines.join('\n')}\n`;
}
