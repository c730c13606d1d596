import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A certificate and its key, in PEM. */
export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

/** An authority for the servers of one run, by openssl. */
export class Authority {
  private readonly directory: string;

  constructor(directory: string) {
    this.directory = directory;
  }

  /** Makes the authority. @returns its certificate. */
  async create(): Promise<string> {
    await mkdir(this.directory, { recursive: true });
    const { certificate } = await this.make(
      'ca',
      '/CN=authority of the test',
      'basicConstraints=critical,CA:TRUE',
      [],
    );
    return certificate;
  }

  /** @param names such as `DNS:records.example` or `IP:10.0.0.1`. */
  issue(names: readonly string[]): Promise<Certificate> {
    const by = ['-CA', join(this.directory, 'ca.pem'), '-CAkey', join(this.directory, 'ca.key')];
    return this.make('server', '/CN=server', `subjectAltName=${names.join()}`, by);
  }

  private async make(name: string, subject: string, extension: string, by: string[]): Promise<Certificate> {
    const [file, keyFile] = [join(this.directory, `${name}.pem`), join(this.directory, `${name}.key`)];
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-keyout', keyFile];
    const words = ['-x509', ...key, '-out', file, '-subj', subject, '-addext', extension, '-days', '2'];
    await run('openssl', ['req', ...words, ...by]);
    return { certificate: await readFile(file, 'utf8'), key: await readFile(keyFile, 'utf8') };
  }
}
