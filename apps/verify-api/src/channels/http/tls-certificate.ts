import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext, type SecureContextOptions, type Server } from 'node:tls';
import { StartError, reasonOf } from '@service/platform/errors';
import { type Settings } from '@service/platform/settings';

type TlsSettings = Pick<Settings, 'tlsCertFile' | 'tlsKeyFile'>;

/** A certificate chain with its key, from the files that the settings name. */
export class TlsCertificate {
  private constructor(
    private readonly certFile: string,
    private readonly keyFile: string,
    private current: SecureContextOptions,
  ) {}

  /** Null if the settings name no certificate.
   *  @throws StartError if a file cannot be read, or the certificate and the key do not match. */
  static async read({ tlsCertFile, tlsKeyFile }: TlsSettings): Promise<TlsCertificate | null> {
    if (tlsCertFile === undefined || tlsKeyFile === undefined) return null;
    return new TlsCertificate(tlsCertFile, tlsKeyFile, await readPair(tlsCertFile, tlsKeyFile));
  }

  /** Options for a new server: at least TLS 1.2 (RFC 5246). */
  get options(): SecureContextOptions {
    return this.current;
  }

  /** When it expires, in milliseconds since the epoch. */
  get expiresAt(): number {
    return new X509Certificate(this.current.cert as string).validToDate.getTime();
  }

  /** Reads the files again; if they changed, the server uses them for new connections.
   *  @throws StartError if they are invalid; the server then continues to use the previous certificate. */
  async renew(server: Pick<Server, 'setSecureContext'>): Promise<void> {
    const read = await readPair(this.certFile, this.keyFile);
    if (read.cert === this.current.cert && read.key === this.current.key) return;
    server.setSecureContext(read);
    this.current = read;
  }
}

async function readPair(certFile: string, keyFile: string): Promise<SecureContextOptions> {
  const [cert, key] = await Promise.all([
    readText('TLS_CERT_FILE', certFile),
    readText('TLS_KEY_FILE', keyFile),
  ]);
  const options: SecureContextOptions = { cert, key, minVersion: 'TLSv1.2' };
  try {
    createSecureContext(options);
    // An empty file, such as one that is being written, would yield a context without a certificate.
    if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) throw new Error('key mismatch');
  } catch (error) {
    throw new StartError(
      `TLS_CERT_FILE (${certFile}) and TLS_KEY_FILE (${keyFile}) cannot be used together: ${reasonOf(error)}.`,
      { cause: error },
    );
  }
  return options;
}

async function readText(variable: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new StartError(`${variable} (${path}) cannot be read.`, { cause: error });
  }
}
