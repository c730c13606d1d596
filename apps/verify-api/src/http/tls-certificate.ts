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

  /** Null where the settings name none.
   *  @throws StartError where a file cannot be read, or the two do not belong together. */
  static async read({ tlsCertFile, tlsKeyFile }: TlsSettings): Promise<TlsCertificate | null> {
    if (tlsCertFile === undefined || tlsKeyFile === undefined) return null;
    return new TlsCertificate(tlsCertFile, tlsKeyFile, await readPair(tlsCertFile, tlsKeyFile));
  }

  /** For a server that starts: TLS 1.2 (RFC 5246) at least. */
  get options(): SecureContextOptions {
    return this.current;
  }

  /** Reads the files again, and has the server use them for new connections where they changed.
   *  @throws StartError where they cannot be used; the server then keeps what it has. */
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
    // An empty file, such as one that is being written, would make a context without a certificate.
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
