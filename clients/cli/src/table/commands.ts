import { ANSWER_OPTIONS, CHECK_OPTIONS } from './evidence-options.js';
import { MCP_OPTIONS, MONITOR_OPTIONS, SIGN_OPTIONS, WITNESS_OPTIONS } from './log-options.js';
import { command, type Command } from './option.js';

const EVIDENCE = `Checks evidence offline: every check on a line, then what is proven. Exits with 0 where everything that was asked was
proven, with 1 where anything was refuted or could not be decided, and with 2 for a wrong call.`;

/** Groups of commands, which the overview shows as one line each. */
export const GROUPS: Readonly<Record<string, string>> = {};

/** Every command, in the order of the overview. */
export const COMMANDS: readonly Command[] = [
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
    name: 'log monitor',
    summary: 'follows a log from outside, and alarms where it is not append-only',
    uses: [
      '--url URL --vkey VKEY [--vkey VKEY]... --state DIR [--once]',
      '--url URL --policy FILE --state DIR [--once]',
    ],
    about: `Follows a transparency log from outside: that it only grows, that its entries lead to the roots that it signs, that no
slot occurs twice, and that it holds what is given. Alarms go to standard error, the rest to standard output.`,
    options: MONITOR_OPTIONS,
    endsItself: true,
    load: async () => (await import('../commands/log-monitor.js')).run,
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
];
