import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Settings } from '../settings/load-settings.js';

/** Address of the HTTP API for clients on this machine. */
export interface ServedAt {
  url: string;
  /** Options of curl before the address, with a space at the end; empty for http. */
  curlOptions: string;
}

const LOOPBACK = '127.0.0.1';

/**
 * The address of a service that listens on a port. With TLS it has a name of the certificate, which DNS may not
 * resolve to this machine.
 */
export async function servedAt(
  { tlsCertFile }: Pick<Settings, 'tlsCertFile'>,
  port: number,
): Promise<ServedAt> {
  if (tlsCertFile === undefined) return { url: `http://${LOOPBACK}:${port}`, curlOptions: '' };
  const name = nameIn(new X509Certificate(await readFile(tlsCertFile)));
  const leading = name === LOOPBACK ? '' : `--resolve ${name}:${port}:${LOOPBACK} `;
  return { url: `https://${name}:${port}`, curlOptions: `--cacert '${tlsCertFile}' ${leading}` };
}

function nameIn(certificate: X509Certificate): string {
  if (certificate.checkIP(LOOPBACK) !== undefined) return LOOPBACK;
  if (certificate.checkHost('localhost') !== undefined) return 'localhost';
  const [, name = LOOPBACK] = /DNS:([\w.*-]+)/.exec(certificate.subjectAltName ?? '') ?? [];
  return name.replace('*', 'records');
}
