import { ENVIRONMENTS } from '@service/contracts';
import { DATABASE_APPS, OWNER_APPS, type DatabaseApp } from '../postgres/database-apps.js';
import { logLevels } from '../logging/log-level.js';
import {
  databaseIdentity,
  brokerList,
  commit,
  distinctListOf,
  line,
  listenAddress,
  logOrigin,
  oneOf,
  onOrOff,
  path,
  portList,
  postgresUrl,
  topicPrefix,
  originList,
  trustedRangeList,
  wholeNumber,
  witnessList,
  type SettingForm,
} from './setting-forms.js';
import { roleMap } from './role-map.js';
import { headerList, ratio } from './tracing-forms.js';
import { collectorUrl, securedUrl, publicOrigin } from './url-forms.js';

/** A setting of a process; a process serves one environment. */
export interface SettingDefinition<Value> extends SettingTerms<Value> {
  /** `{APP}` in it stands for the name of each of `apps`. */
  readonly variable: string;
}

interface SettingTerms<Value> {
  /** Its key among the settings, if that is not the variable in camel case. */
  readonly name?: string;
  readonly form: SettingForm<Value>;
  /** In the form of the variable; a setting without a default is optional. */
  readonly default?: string;
  /** `{app}` stands for the name of each of `apps`. */
  readonly description: string;
  /** Whether the setting is required. */
  readonly required?: true;
  /** Never quoted in a message. */
  readonly secret?: true;
  /** Whether `<variable>_FILE` may name a file that holds the value instead. */
  readonly file?: true;
  /** The variables that this one needs. */
  readonly goesWith?: readonly string[];
  /** The apps that each have their own value; absent if there is one value. */
  readonly apps?: readonly DatabaseApp[];
  /** What two environments must not share; absent if they may share the value. */
  readonly distinct?: {
    readonly what: string;
    identity(value: Value): string;
  };
}

const ownFile = { what: 'file', identity: (file: string) => file };
const ownOrigin = { what: 'origin', identity: (origin: string) => origin };
const ownDatabase = { what: 'database', identity: databaseIdentity };

/** Every setting, by its variable. The types, the validation and docs/settings.md are derived from these. */
const terms = {
  PORT: {
    default: '3000',
    form: wholeNumber(0, 65_535),
    description: 'Port of the HTTP API; 0 for any free port.',
  },
  SHARE_PORT: {
    default: 'off',
    form: onOrOff,
    description:
      'Whether other processes may listen on PORT too, such as other replicas on the machine (Linux only).',
  },
  TLS_CERT_FILE: {
    form: path,
    goesWith: ['TLS_KEY_FILE'],
    description:
      'File with the certificate chain in PEM, the server’s first; with it the HTTP API speaks https on all interfaces. Read again within a minute of a change.',
  },
  TLS_KEY_FILE: {
    form: path,
    goesWith: ['TLS_CERT_FILE'],
    description: 'File with the private key of the certificate in PEM, without a passphrase.',
  },
  TRUSTED_PROXIES: {
    default: '',
    form: trustedRangeList,
    description:
      'Proxies whose `X-Forwarded-For` is trusted. With them and without TLS the HTTP API listens on all interfaces, and accepts connections from these proxies and the loopback address only; without both it listens on the loopback address.',
  },
  CORS_ORIGINS: {
    default: '',
    form: originList,
    description:
      'Origins, such as `https://console.example`, whose pages may use the API in a browser; `*` alone for all. The OpenAPI and AsyncAPI documents, `/docs` and the log are open to all pages anyway.',
  },
  PUBLIC_URL: {
    form: publicOrigin,
    distinct: ownOrigin,
    description:
      'Origin of the service as clients reach it, such as `https://records.example`. Access tokens must be issued for the address of MCP under it, `PUBLIC_URL/mcp`, so no two environments may have the same origin. Errors name their explanation under it, too.',
  },
  OAUTH_ISSUER: {
    form: securedUrl,
    goesWith: ['PUBLIC_URL'],
    description:
      'Issuer of the OAuth access tokens that `/mcp` accepts beside credentials, exactly as its metadata names it (RFC 8414).',
  },
  OAUTH_PROJECT_CLAIM: {
    default: 'project_id',
    form: line,
    description: 'Claim of an access token with the id of its subject’s project.',
  },
  CONSOLE_ORIGIN: {
    form: publicOrigin,
    // Cookies know no ports: two ports of one host would share them.
    distinct: { what: 'host', identity: (origin: string) => new URL(origin).hostname },
    description:
      'Origin at which browsers reach the Console, such as `https://console.example`; its host is also the relying party of passkeys, so that a change makes them useless. Each environment needs a host name of its own, because cookies know no ports. Without the setting the Console is at `http://localhost:PORT`, and closed where other machines can connect: with TLS or `TRUSTED_PROXIES`.',
  },
  CONSOLE_IDLE_MINUTES: {
    form: wholeNumber(1, 10_080),
    description:
      'Minutes without a request after which a session of the Console ends: 720 in development, 15 in production.',
  },
  CONSOLE_LONGEST_MINUTES: {
    form: wholeNumber(1, 43_200),
    description:
      'Minutes after which a session of the Console ends in any case: 10080 in development, 480 in production.',
  },
  CONSOLE_STEP_UP: {
    form: onOrOff,
    description:
      'Whether acts in the Console that can add or take away a `passed`, such as registering a record or issuing a credential, need step-up authentication: off in development, on in production.',
  },
  CONSOLE_LOCAL_SIGN_IN: {
    default: 'on',
    form: onOrOff,
    description:
      'Whether passkeys and passwords are accepted in the Console beside the OIDC provider. Without a provider it has no effect.',
  },
  CONSOLE_OIDC_ISSUER: {
    form: securedUrl,
    description:
      'Issuer of the OpenID Connect provider by which people sign in to the Console, exactly as its metadata names it. It needs the client, its secret and the roles, and has `/console/<environment>/api/sign-in/oidc/callback` at the Console’s origin as the redirect URI.',
  },
  CONSOLE_OIDC_CLIENT_ID: {
    form: line,
    description: 'Id of the Console as a client of that provider.',
  },
  CONSOLE_OIDC_CLIENT_SECRET: {
    form: line,
    secret: true,
    file: true,
    description: 'Secret of that client.',
  },
  CONSOLE_OIDC_LABEL: {
    form: line,
    description: 'What the Console calls the provider; without it the host of the issuer.',
  },
  CONSOLE_OIDC_ROLES_CLAIM: {
    default: 'groups',
    form: line,
    description: 'Claim of the ID token with roles, a string or a list.',
  },
  CONSOLE_OIDC_ROLES: {
    form: roleMap,
    description:
      'Roles that the values of this claim give: `staff=auditor,ops=prj_default:admin`. Somebody without any of them is refused.',
  },
  CELL: {
    default: '0',
    form: wholeNumber(0, 3_843),
    description:
      'Number of this cell, where projects are distributed over several services: the first two digits of new key ids, by which a router finds the cell of a token.',
  },
  DRAIN_DELAY_SECONDS: {
    default: '0',
    form: wholeNumber(0, 300),
    description:
      'Seconds for which the HTTP API keeps accepting requests after the signal to stop, while `/readyz` answers 503 and each answer closes its connection; for load balancers that need time to send their requests elsewhere.',
  },
  REQUEST_DEADLINE_SECONDS: {
    default: '10',
    form: wholeNumber(1, 60),
    description:
      'Seconds after which a request that is not answered yet is answered `service.unavailable`, and its statements are ended; what a caller wants to wait (`Prefer: wait`) is added. For exports and streams it holds for each page.',
  },
  MAX_CONNECTIONS: {
    default: '4000',
    form: wholeNumber(10, 1_000_000),
    description:
      'Connections to the HTTP API at a time in a process, each of which takes a descriptor. At the limit idle connections are closed, and new ones until there is room.',
  },
  IDLE_CONNECTION_SECONDS: {
    default: '65',
    form: wholeNumber(1, 3_600),
    description:
      'Seconds after which the HTTP API closes a connection that no request came on. Keep it longer than a load balancer in front keeps idle connections: otherwise it sends requests on connections that are being closed, and answers them with 502.',
  },
  MAX_REQUESTS: {
    default: '1000',
    form: wholeNumber(2, 1_000_000),
    description:
      'Requests under way at a time in a process; further ones are `service.unavailable` before their credential is read. One project may have half of them, and further ones are `rate.limited`. Streams and exports have limits of their own, and so has the log.',
  },
  MAX_UNREAD_MEGABYTES: {
    default: '256',
    form: wholeNumber(1, 1_000_000),
    description:
      'Megabytes of answers that clients of a process have not read yet. One project may have a quarter of them; further answers are `rate.limited`.',
  },
  ADMIN_PORT: {
    default: '3001',
    form: wholeNumber(0, 65_535),
    description: 'Port of health (`/livez`, `/readyz`) and `/metrics`, on `ADMIN_HOST`; 0 for any free port.',
  },
  ADMIN_HOST: {
    default: '127.0.0.1',
    form: listenAddress,
    description:
      'Address that health and metrics listen on: `0.0.0.0` where probes and Prometheus come over a network, as to a pod. They ask for no credential, so let only these reach the port.',
  },
  MAKE_MISSING: {
    default: 'on',
    form: onOrOff,
    description:
      'Whether the service creates in `DATA_DIR` what no setting names: keys, passwords of database roles, and an embedded PostgreSQL server. With `off` it refuses to start and names the setting; use it where processes have a directory each, or one that is not kept, as in pods.',
  },
  RESTORED_COPY: {
    default: 'off',
    form: onOrOff,
    description:
      'Whether the databases are restored copies that must not act as the originals. With `on`, `npm start` reads no signing keys and no sealing keys, delivers nothing, appends nothing to the log, refuses changes and verifications with `service.restored_copy`, and `/readyz` answers 503; lists and the log can be read.',
  },
  DATA_DIR: {
    name: 'dataDirectory',
    default: './data',
    form: path,
    description: 'Directory for all files of the service.',
  },
  ENVIRONMENT: {
    required: true,
    form: oneOf(ENVIRONMENTS),
    description:
      'The environment of the process. `npm start` and `npm run start:distributed` set it for the processes that they start, and commands work on each of `ENVIRONMENTS` without it. With it, `npm start` runs this environment in one process, as in a container.',
  },
  ENVIRONMENTS: {
    default: ENVIRONMENTS.join(),
    form: distinctListOf(ENVIRONMENTS),
    description:
      'Environments that `npm start` starts, the first at `PORT` and `ADMIN_PORT`, the next 100 above; `npm run start:distributed` starts `development` alone unless it is set.',
  },
  DATABASE_OWNER_URL: {
    form: postgresUrl,
    secret: true,
    file: true,
    distinct: ownDatabase,
    description:
      'URL of the PostgreSQL database with the role that owns it, for migrations and for commands across apps. Without any URL an embedded server stores the data in `DATA_DIR/<environment>`.',
  },
  'DATABASE_URL_{APP}': {
    name: 'databaseAppUrls',
    form: postgresUrl,
    secret: true,
    file: true,
    apps: DATABASE_APPS,
    distinct: ownDatabase,
    description:
      'URL of the PostgreSQL database with the role of {app}. Where only the owner’s URL is given, the service creates the roles and stores their passwords in `DATA_DIR/<environment>/database-roles.json`.',
  },
  DATABASE_ALLOW_PLAINTEXT: {
    default: 'off',
    form: onOrOff,
    description:
      'Whether the URL of a database beyond the loopback address may lack `sslmode=verify-full`; then everybody on the network path can read and change the data.',
  },
  DATABASE_URL: {
    form: postgresUrl,
    secret: true,
    file: true,
    distinct: ownDatabase,
    description:
      'URL of the PostgreSQL database with the role of the one app that the process hosts, instead of the setting that names the app.',
  },
  KAFKA_BROKERS: {
    form: brokerList,
    description:
      'First Kafka brokers to connect to; one of them must answer. Beyond the loopback address they need KAFKA_TLS, and a login or a client certificate.',
  },
  KAFKA_TLS: {
    default: 'off',
    form: onOrOff,
    goesWith: ['KAFKA_BROKERS'],
    description:
      'Whether brokers are reached over TLS, which checks their certificates and names. The files of the settings that follow are read again for each new connection.',
  },
  KAFKA_TLS_CA_FILE: {
    form: path,
    goesWith: ['KAFKA_TLS'],
    description:
      'File with the certificates, in PEM, of the authorities that the brokers’ certificates must come from; without it these are the public ones.',
  },
  KAFKA_TLS_CERT_FILE: {
    form: path,
    goesWith: ['KAFKA_TLS_KEY_FILE', 'KAFKA_TLS'],
    description: 'File with the client certificate, in PEM.',
  },
  KAFKA_TLS_KEY_FILE: {
    form: path,
    goesWith: ['KAFKA_TLS_CERT_FILE'],
    description: 'File with the private key of the client certificate, in PEM, without a passphrase.',
  },
  KAFKA_SASL_USERNAME: {
    form: line,
    goesWith: ['KAFKA_SASL_PASSWORD_FILE', 'KAFKA_BROKERS'],
    description: 'User that logs in to the brokers with SCRAM-SHA-512 (SASL).',
  },
  KAFKA_SASL_PASSWORD_FILE: {
    form: path,
    goesWith: ['KAFKA_SASL_USERNAME'],
    description: 'File with the user’s password.',
  },
  KAFKA_ALLOW_PLAINTEXT: {
    default: 'off',
    form: onOrOff,
    description:
      'Whether brokers beyond the loopback address may be used without TLS or without a login. Messages are authenticated all the same, but everybody on the way can read them.',
  },
  KAFKA_TOPIC_PREFIX: {
    default: '',
    form: topicPrefix,
    description:
      'Prefix of the name of every topic and consumer group, by which several services can share a Kafka cluster.',
  },
  KAFKA_PARTITIONS: {
    default: '12',
    form: wholeNumber(1, 1_000),
    description:
      'Partitions of each topic that is created. Topics of projects, authorities, credentials, operators, keys and subscriptions get three at most. An existing topic keeps its number until `npm run topics -- raise`.',
  },
  KAFKA_REPLICATION: {
    default: '1',
    form: wholeNumber(1, 9),
    description:
      'Copies of each topic that is created; 3 in production, of which two must then have a message before it counts as written.',
  },
  KAFKA_PORT: {
    default: '9092',
    form: wholeNumber(1, 65_535),
    description: 'Port of the broker of `npm run kafka`, on the loopback address.',
  },
  REPLICAS: {
    default: '1',
    form: wholeNumber(1, 32),
    description: 'Processes of each app that `npm run start:distributed` starts.',
  },
  RATE_LIMIT: {
    default: 'on',
    form: onOrOff,
    description: 'Whether rate limits and quotas are enforced; off for load tests.',
  },
  RATE_LIMIT_VERIFY: {
    name: 'verifyRate',
    default: '1000',
    form: wholeNumber(1, 1_000_000),
    description:
      'Verifications a second with one credential, in bursts of up to twice as many; the limit of a project is that of five credentials.',
  },
  RATE_LIMIT_READ: {
    name: 'readRate',
    default: '1000',
    form: wholeNumber(1, 1_000_000),
    description: 'The same limit for other reads.',
  },
  RATE_LIMIT_WRITE: {
    name: 'writeRate',
    default: '2000',
    form: wholeNumber(1, 1_000_000),
    description: 'The same limit for changes.',
  },
  CREDENTIALS_PER_PROJECT: {
    default: '1000',
    form: wholeNumber(1, 1_000_000),
    description:
      'Credentials that a project may have, without revoked and expired ones: every gateway has all of them in memory. Those that are issued at the same moment may exceed it by a few.',
  },
  AUTHORITY_ELEMENTS_PER_PROJECT: {
    default: '10000',
    form: wholeNumber(1, 10_000_000),
    description:
      'Grants and changes of a project’s authorities: every gateway has all of them in memory, about 2 kB each. From this number on, grants, renewals, new scopes and reinstatements are refused; each authority can still be suspended, expire and be revoked. Those at the same moment may exceed it by a few.',
  },
  HISTORY_RETENTION_DAYS: {
    default: '400',
    form: wholeNumber(1, 3_650),
    description: 'Days for which a day of the interaction history is kept after its end; then it is dropped.',
  },
  HISTORY_STREAM_URL: {
    form: securedUrl,
    secret: true,
    file: true,
    description:
      'Where a copy of the interaction history is posted as it is sealed, each line with its link, as NDJSON, such as to a SIEM. Days are then not dropped before they were sent. Without it nothing is sent.',
  },
  HISTORY_STREAM_HEADERS: {
    form: headerList,
    secret: true,
    file: true,
    goesWith: ['HISTORY_STREAM_URL'],
    description: 'Headers for this receiver, such as `Authorization=Bearer%20…`.',
  },
  ATTEMPT_RETENTION_DAYS: {
    default: '30',
    form: wholeNumber(1, 365),
    description: 'Days for which a day of delivery attempts is kept after its end; then it is dropped.',
  },
  EVENT_RETENTION_DAYS: {
    default: '30',
    form: wholeNumber(1, 3_650),
    description: 'Days for which a day’s published events are kept after its end; then they are dropped.',
  },
  DELIVERY_ALLOWED_ADDRESSES: {
    default: '',
    form: trustedRangeList,
    description:
      'Addresses and ranges that deliveries may go to though they are not public, such as your own network. Addresses that serve the metadata of machines, and the ports of this service, stay forbidden.',
  },
  DELIVERY_DENIED_ADDRESSES: {
    default: '',
    form: trustedRangeList,
    description:
      'Addresses and ranges that deliveries never go to though they are public, such as your own machines behind a firewall. It takes precedence over `DELIVERY_ALLOWED_ADDRESSES`.',
  },
  DELIVERY_LOOPBACK: {
    default: 'auto',
    form: oneOf(['auto', 'on', 'off']),
    description:
      'Whether subscriptions in development may have events delivered to the loopback address, for receivers that you try out on this machine. `auto` is on only where others are unlikely to use the service: without TLS, `TRUSTED_PROXIES`, `KAFKA_BROKERS` and `DATABASE_…` settings. Subscriptions in production never may.',
  },
  SERVICE_PORTS: {
    default: '',
    form: portList,
    description:
      'Ports on this machine of other processes of the service, separated by commas: deliveries never go to them, as they never go to the ports of this process. `npm run start:distributed` sets it for its processes.',
  },
  SCRUB_LOAD_PERCENT: {
    default: '2',
    form: wholeNumber(1, 100),
    description:
      'Percent of one core that the scrub, which compares events, views, the transparency log and the history, may take in the background: processor time, of the gateway and the database together.',
  },
  SCRUB_HISTORY_STALE_AFTER_HOURS: {
    default: '24',
    form: wholeNumber(1, 8_760),
    description:
      'Hours without a whole walk of the scrub through the interaction history after which an alarm is logged; longer than one takes.',
  },
  COMMIT: {
    default: 'unknown',
    form: commit,
    description:
      'The commit that the service was built from, for `rvs_build_info`. The build argument `COMMIT` sets it in an image.',
  },
  LOG_LEVEL: {
    default: 'info',
    form: oneOf(logLevels),
    description:
      'Lowest severity of the lines that are logged, as JSON on standard error; `level` of a line is one of these words.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    name: 'otlpEndpoint',
    form: collectorUrl,
    description:
      'Collector that spans are sent to by OTLP over HTTP, at `/v1/traces` under this URL, such as `http://127.0.0.1:4318`. Without it nothing is traced.',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    name: 'otlpHeaders',
    form: headerList,
    secret: true,
    file: true,
    goesWith: ['OTEL_EXPORTER_OTLP_ENDPOINT'],
    description: 'Headers for the collector, such as a token.',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    name: 'tracesSamplerRatio',
    default: '0.01',
    form: ratio,
    description:
      'Share of the requests without a `traceparent` that are traced. A request with a `traceparent` is traced if its sender records it.',
  },
  LOG_ORIGIN: {
    default: 'records.localhost',
    form: logOrigin,
    description:
      'First part of the names of the transparency log, which ends with `/development` or `/production`; stored at the first start. A later start with another one is refused, since all elements name it.',
  },
  LOG_WITNESSES: {
    default: '',
    form: witnessList,
    description:
      'Witnesses that cosign the checkpoints of the transparency log (C2SP tlog-witness); the service then serves the newest checkpoint that they cosigned. Where apps run as separate processes, verify-api reads it beside record-store, to name the witnesses that are asked.',
  },
  TRUST_POLICY_FILE: {
    form: path,
    distinct: ownFile,
    description:
      'File with the signed trust policy of the log, as `rvs policy sign` writes it, which anybody can then read at `/v1/log/<environment>/policy`; `DATA_DIR/<environment>/trust-policy` where no file is named. Read again when it changes.',
  },
  PEPPER_FILE: {
    form: path,
    distinct: ownFile,
    description:
      'File with the peppers under which the digests of credentials are stored, one a line, the newest first; without the file a pepper is generated in `DATA_DIR/<environment>/pepper`.',
  },
  SEALING_KEYS_FILE: {
    form: path,
    distinct: ownFile,
    description:
      'File with the keys under which the secrets of subscriptions are encrypted, 32 bytes in base64 on a line, the newest first; verify-api and webhook-dispatcher must have the same keys. Without the file a key is generated in `DATA_DIR/<environment>/sealing-keys`.',
  },
  'COMMAND_KEYS_{APP}_FILE': {
    name: 'commandKeysFiles',
    form: path,
    apps: OWNER_APPS,
    distinct: ownFile,
    description:
      'File with the keys under which verify-api and {app} authenticate the commands and replies that travel between them, 32 bytes in base64 on a line; the first key signs, all are accepted, and the file is read again when it changes. No other app may have them. Without the file a key is generated in `DATA_DIR/<environment>`.',
  },
  'EVENT_KEYS_{APP}_FILE': {
    name: 'eventKeysFiles',
    form: path,
    apps: OWNER_APPS,
    distinct: ownFile,
    description:
      'File with the keys under which {app} authenticates what it writes into its events and topics, in the form of the command keys; every app that reads these events must have the same keys. Without the file a key is generated in `DATA_DIR/<environment>`.',
  },
  SIGNING_KEYS_FILE: {
    form: path,
    distinct: ownFile,
    description:
      'File with the private keys that sign elements, answers and checkpoints; all processes of the environment must have the same keys. Without the file they are generated in `DATA_DIR/<environment>/signing-keys.json`.',
  },
} as const satisfies Record<string, SettingTerms<unknown>>;

type Terms = typeof terms;

type CamelCase<Variable extends string> = Variable extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Variable>;

type NameOf<Variable extends keyof Terms> = Terms[Variable] extends { name: infer Name extends string }
  ? Name
  : CamelCase<Variable>;

type SettingTable = {
  readonly [Variable in keyof Terms as NameOf<Variable>]: Terms[Variable] & { readonly variable: Variable };
};

/** The settings by their keys. */
export const settingTable = Object.fromEntries(
  Object.entries<SettingTerms<unknown>>(terms).map(([variable, setting]) => [
    setting.name ?? variable.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    { ...setting, variable },
  ]),
) as unknown as SettingTable;
