import { OPERATION_COMMANDS } from '../operations/operation-commands.js';
import {
  API_OPTIONS,
  CASE_OPTIONS,
  CHECKPOINT_OPTIONS,
  READ_BUNDLE_OPTIONS,
  TRIGGER_OPTIONS,
} from './api-options.js';
import { APPLY_OPTIONS, IMPORT_OPTIONS, LISTEN_OPTIONS, VERIFY_OPTIONS } from './work-options.js';
import { ISSUER_COMMANDS } from './issuer-commands.js';
import { LOGIN_OPTIONS } from './profile-options.js';
import { SERVICE_OPTIONS } from './service-options.js';
import { ANSWER_OPTIONS, CHECK_OPTIONS } from './evidence-options.js';
import { COPY_OPTIONS, MCP_OPTIONS, MONITOR_OPTIONS, SIGN_OPTIONS, WITNESS_OPTIONS } from './log-options.js';
import { command, type Command } from './option.js';

const EVIDENCE = `Checks evidence offline: every check on a line, then what is proven. Exits with 0 where everything that was asked was
proven, with 1 where anything was refuted or could not be decided, and with 2 for a wrong call.`;

/** Groups of commands, which the overview shows as one line each. */
export const GROUPS: Readonly<Record<string, string>> = {
  records: 'register, list, read, change and import records',
  authorities: 'grant, list, read and change authorities',
  credentials: 'issue, list, rotate and revoke credentials',
  subscriptions: 'create, list, change and test subscriptions',
  deliveries: 'list, read and retry deliveries',
  events: 'list and read events',
  'event-categories': 'list the types of events',
  interactions: 'list, read and check the history of calls',
  usage: 'read the usage',
  projects: 'projects, for their operators',
  operators: 'operators, for their owners',
  status: 'how the service is',
};

/** Every command, in the order of the overview. */
export const COMMANDS: readonly Command[] = [
  command({
    name: 'login',
    summary: 'stores a token, and pins the keys of the service',
    uses: ['[--profile NAME] [--url URL] [--token-file FILE]'],
    about: `Remembers a token in a file that only you can read, and pins the trust policy of the log, or where there is none the key
of the log: as ssh does, the first login believes it and shows its fingerprint, and every later answer must follow from it.`,
    options: LOGIN_OPTIONS,
    load: async () => (await import('../commands/login.js')).run,
  }),
  command({
    name: 'whoami',
    summary: 'shows whose token is used, and what it may do',
    uses: [],
    options: SERVICE_OPTIONS,
    load: async () => (await import('../commands/whoami.js')).run,
  }),
  command({
    name: 'profile list',
    summary: 'lists the logins',
    uses: [],
    options: { json: { type: 'boolean', says: 'each as a line of JSON' } },
    load: async () => (await import('../commands/profile.js')).list,
  }),
  command({
    name: 'profile show',
    summary: 'shows a login, without its token',
    uses: ['[NAME]'],
    options: { json: { type: 'boolean', says: 'as JSON' } },
    load: async () => (await import('../commands/profile.js')).show,
  }),
  command({
    name: 'profile use',
    summary: 'makes a login the default',
    uses: ['NAME'],
    options: {},
    load: async () => (await import('../commands/profile.js')).use,
  }),
  command({
    name: 'profile remove',
    summary: 'forgets a login, and all that it pinned',
    uses: ['NAME'],
    options: {},
    load: async () => (await import('../commands/profile.js')).remove,
  }),
  command({
    name: 'verify',
    summary: 'asks whether records are good, and checks the proof',
    uses: ['RECORD...', '--external-id NAME | --content-digest DIGEST | --content-file FILE', '--file FILE'],
    about: `Asks whether records are good. Exits with 0 where all of them are, and with 1 where one is not, or where an answer is not
proved by what the login pinned. With --file it verifies each line of a table (CSV) or of JSON (NDJSON) that names a record
by record_id, external_id, content_digest or content, and writes what it found to a file: a call that was ended goes on there.
Where a line names a record and its content_digest, the record must have that content.`,
    options: VERIFY_OPTIONS,
    load: async () => (await import('../commands/verify.js')).run,
  }),
  command({
    name: 'listen',
    summary: 'forwards events to a program on this machine, without a gap',
    uses: ['--forward-to URL [--types TYPE,...]', '[--types TYPE,...]', '--print-secret'],
    about: `Reads the events of the project in their order and posts each to an address, signed in both forms as a delivery is, under
a secret of its own (--print-secret). Without --forward-to it prints them, each as a line of JSON. It remembers how far it is:
a later call goes on there, also after kill -9. Only an event that was being posted at that moment comes twice, with the same
Service-Event-Id. An event that the address refuses is repeated, and the later ones wait for it, unless --skip-failed.`,
    options: LISTEN_OPTIONS,
    endsItself: true,
    load: async () => (await import('../commands/listen.js')).run,
  }),
  command({
    name: 'trigger',
    summary: 'sends a sample event to a subscription',
    uses: ['TYPE [--subscription ID]'],
    about: 'Sends a sample event, such as service.record.revoked, to a subscription; it has "test": true.',
    options: TRIGGER_OPTIONS,
    load: async () => (await import('../commands/trigger.js')).run,
  }),
  command({
    name: 'apply',
    summary: 'makes projects, authorities, credentials, subscriptions and roles as a file declares them',
    uses: ['FILE [--secrets DIR]', 'FILE --plan'],
    about: `Compares what is there with a file in YAML or JSON, shows what differs, and changes it; a second call changes nothing. The
sections are projects (by name), authorities (by issuer), credentials (by name), subscriptions (by description) and
operators (by id, with their grants). What has no section is not looked at, and members that are not declared stay. New
tokens and secrets go to files, never to the screen. A call that was ended in the middle is finished by the next: a secret
that reached no file is rotated.`,
    options: APPLY_OPTIONS,
    load: async () => (await import('../commands/apply.js')).run,
  }),
  command({
    name: 'api',
    summary: 'sends any request, with retries and checks',
    uses: ['GET /v1/...', '[METHOD] PATH [--data JSON|@FILE|-]'],
    about:
      'Sends any request of the API, as in: rvs api GET "/v1/records?limit=1". Like every command, it retries and checks signatures.',
    options: API_OPTIONS,
    load: async () => (await import('../commands/api.js')).run,
  }),
  command({
    name: 'bundle read',
    summary: 'reads all evidence of a record, and checks it',
    uses: ['RECORD [--out FILE]'],
    options: READ_BUNDLE_OPTIONS,
    load: async () => (await import('../commands/bundle-read.js')).run,
  }),
  command({
    name: 'case',
    summary:
      'writes a case file of a record: evidence, keys, a page to read, and how to check it in ten years',
    uses: ['RECORD [--out FILE]'],
    about: `Reads all evidence of a record, checks it by what the login pinned, and writes one ZIP: the evidence, the pinned keys and
policy, a page that needs no program, and README.txt, which says how to check it again with any of three programs.`,
    options: CASE_OPTIONS,
    load: async () => (await import('../commands/case.js')).run,
  }),
  command({
    name: 'bundle verify',
    summary: 'checks evidence bundles offline',
    uses: ['BUNDLE', 'BUNDLE --keys FILE', 'BUNDLE --policy FILE'],
    about: `${EVIDENCE}\n\nBUNDLE is an evidence bundle, or many, one a line; - reads it from standard input.`,
    options: CHECK_OPTIONS,
    load: async () => (await import('../commands/bundle-verify.js')).run,
  }),
  command({
    name: 'answer verify',
    summary: 'checks the signature of an answer, offline',
    uses: ['ANSWER --headers FILE', 'ANSWER --headers FILE --keys FILE [--policy FILE]'],
    about: `${EVIDENCE}\n\nANSWER is the body of an answer of POST /v1/records/verify. A policy names no key of answers: these come from --keys.`,
    options: ANSWER_OPTIONS,
    load: async () => (await import('../commands/answer-verify.js')).run,
  }),
  command({
    name: 'history verify',
    summary: 'proves that a copy of the history is complete, offline',
    uses: ['FILE... [--state DIR]'],
    about: `Checks the records that the service posted to HISTORY_STREAM_URL, as a SIEM gives them back: one a line, each with its
own bytes, in files in any order; - is standard input. Every line must follow from the one before, and every seal must cover
what is there. A line that was removed, changed, repeated or moved is named. Repeated and moved lines are notes: a stream sends
at least once. Exits with 0 where the copy is complete up to its newest seal, and with 1 where it is not.`,
    options: COPY_OPTIONS,
    load: async () => (await import('../commands/history-verify.js')).run,
  }),
  command({
    name: 'log monitor',
    summary: 'follows a log from outside, and alarms where it is not append-only',
    uses: [
      '--url URL --vkey VKEY [--vkey VKEY]... --state DIR [--once]',
      '--url URL --policy FILE --state DIR [--once]',
    ],
    about: `Follows a transparency log from outside: that it only grows, that its entries lead to the roots that it signs, that no
slot occurs twice, and that it holds what is given. Alarms go to standard error, the rest to standard output.
A look reads at most 1,048,576 new entries (64 MiB), once the log has proven that it holds them; the next one goes on.`,
    options: MONITOR_OPTIONS,
    endsItself: true,
    load: async () => (await import('../commands/log-monitor.js')).run,
  }),
  command({
    name: 'log checkpoint',
    summary: 'reads the newest checkpoint of the log, and checks its signature',
    uses: ['[--out FILE]'],
    options: CHECKPOINT_OPTIONS,
    load: async () => (await import('../commands/log-checkpoint.js')).run,
  }),
  command({
    name: 'log witness',
    summary: 'cosigns the checkpoints of logs that only grow',
    uses: ['--log-vkey VKEY [--log-vkey VKEY]... --key FILE --state DIR [--port N]'],
    about: 'Cosigns the checkpoints of transparency logs that only ever grow (C2SP tlog-witness).',
    options: WITNESS_OPTIONS,
    endsItself: true,
    load: async () => (await import('../commands/log-witness.js')).run,
  }),
  command({
    name: 'policy sign',
    summary: 'signs a trust policy, by which readers follow a log',
    uses: [
      '--keys FILE [--witness VKEY]... [--quorum N] --key FILE --out FILE [options]',
      '--policy FILE --name NAME --key FILE --out FILE [options]',
    ],
    about:
      'Writes a signed trust policy: which log its readers trust, and whose cosignatures its checkpoints need (C2SP tlog-policy).',
    options: SIGN_OPTIONS,
    load: async () => (await import('../commands/policy-sign.js')).run,
  }),
  ...ISSUER_COMMANDS,
  command({
    name: 'mcp',
    summary: 'serves agents on this machine, and checks every proof',
    uses: ['[--keys FILE] [--url URL] [--token-file FILE]'],
    about: `An MCP server on standard input and output, for hosts on this machine. It forwards to the service, and checks here, by
the keys that are pinned here, the signature of every verification; what is not proved is withheld. It adds the tool
check_evidence, which checks all evidence of a record.`,
    options: MCP_OPTIONS,
    load: async () => (await import('../commands/mcp.js')).run,
  }),
  command({
    name: 'completion',
    summary: 'prints the completion of bash, zsh or fish',
    uses: ['bash|zsh|fish'],
    about: `For example in ~/.bashrc: source <(rvs completion bash)
In ~/.zshrc, behind compinit: source <(rvs completion zsh)
In ~/.config/fish/config.fish: rvs completion fish | source`,
    options: {},
    operands: ['bash', 'zsh', 'fish'],
    load: async () => (await import('../completion/completion.js')).run,
  }),
  ...OPERATION_COMMANDS,
  command({
    name: 'records import',
    summary: 'registers the records of a file or the files of a folder, and resumes',
    uses: ['FILE|FOLDER [--issuer NAME | --authority-id ID]'],
    about: `Registers each line of a table (CSV with commas, semicolons or tabs, and the names of the members in its first line;
metadata.NAME for metadata) or of JSON (NDJSON), in UTF-8 or UTF-16; or each file of a folder by its digest, named by its
path. A line is registered, already there, refused, or differs: its external_id has other content. The last two end the
command with 1. What became of each line is written to a file. A call that was ended, by kill -9 too, goes on there, and a
request that is repeated registers nothing twice. - reads standard input, which cannot go on later.`,
    options: IMPORT_OPTIONS,
    load: async () => (await import('../commands/records-import.js')).run,
  }),
];
