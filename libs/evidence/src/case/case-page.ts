import { escapeJson } from '../summary/escape-text.js';
import {
  GROUP_TITLES,
  GROUPS,
  groupOf,
  groupOutcomes,
  type Finding,
  type Outcome,
} from '../verifying/index.js';
import { CHECK_SENTENCES } from './check-sentences.js';
import type { Exhibit, Judged } from './judge.js';
import { toCompare } from './to-compare.js';

const GROUP_WORDS: Record<Outcome, string> = {
  passed: 'proven',
  failed: 'REFUTED',
  not_checked: 'not proven',
};
const CHECK_WORDS: Record<Outcome, string> = {
  passed: 'passed',
  failed: 'FAILED',
  not_checked: 'not checked',
};

/** No script, no address of any other file: it is read without a network. */
const headOf = (recordId: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Case file of ${safe(recordId)}</title>
<style>
body { font: 1rem/1.5 Georgia, serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
h1 { font-size: 1.4rem } h2 { font-size: 1.15rem; margin-top: 2rem } h3 { font-size: 1rem; margin-bottom: 0 }
table { border-collapse: collapse; width: 100% } td, th { border-top: 1px solid #aaa; padding: .3rem .5rem .3rem 0; text-align: left; vertical-align: top }
td:first-child { white-space: nowrap; width: 6rem } tr { break-inside: avoid } h2, h3, th { break-after: avoid }
small { color: #444 }
@page { size: A4; margin: 2cm }
@media print { body { font-size: 10.5pt; margin: 0; max-width: none; padding: 0 } }
</style>
</head>
<body>
`;

/** The page for people who have no program: whether the record is good, who says so, and what of it is proven. */
export function casePage(exhibit: Exhibit, judged: Judged): string {
  const { evidence, program } = exhibit;
  const { report, trust, headline, recordId, at } = judged;
  const isAlone = typeof evidence !== 'string';
  const outcomes = groupOutcomes(report);
  const titled = (group: (typeof GROUPS)[number]) =>
    // An answer alone proves nothing: its key is not pinned.
    isAlone ? GROUP_TITLES[group] : `${GROUP_TITLES[group]}: ${GROUP_WORDS[outcomes[group]]}`;
  const groups = GROUPS.flatMap((group) => [
    `<h3>${titled(group)}</h3>`,
    table(report.checks.filter(({ check }) => groupOf(check) === group).map(rowOf)),
  ]);
  return [
    `${headOf(recordId)}<h1>${safe(headline)}</h1>`,
    paragraph(`Record ${recordId}. ${standing(judged)}`),
    paragraph(
      isAlone
        ? `Says so: the service of the log ${trust.origin}, with a key named by the service itself, not pinned.`
        : `Says so: the log ${trust.origin}, by what the maker of this file had pinned.`,
    ),
    paragraph(
      'Whoever gave you this file may have written all of it. Compare with what you have from elsewhere:',
    ),
    list(toCompare(exhibit, judged)),
    paragraph(
      `Checked by ${program} when this file was made, as of ${at}, the time that the answer signs. This page is a report of that check and proves nothing by itself: README.txt says how to check the files again.`,
    ),
    '<h2>What was checked</h2>',
    ...(isAlone ? [] : [paragraph(PROVEN)]),
    list(GROUPS.map(titled)),
    '<h2>What is not proven</h2>',
    list([
      ...NEVER_PROVEN,
      ...(isAlone ? [NO_HISTORY] : registrant(judged)),
      ...GROUPS.filter((group) => !isAlone && outcomes[group] !== 'passed').map(
        (group) => `“${GROUP_TITLES[group]}” as a whole.`,
      ),
    ]),
    '<h2>Every check</h2>',
    ...groups,
    '</body>\n</html>\n',
  ].join('\n');
}

const PROVEN =
  '“Proven” means that what the first sentence rests on is so, also where that sentence says that the record is NOT good.';
const NEVER_PROVEN = [
  'That nothing has changed since: a record may be revoked at any time after this file was made.',
  'That what the record says is true.',
];
const NO_HISTORY =
  'The history of the record: it was not disclosed and not checked. This file holds the service’s signed answer alone.';

/** A line that says whose word each version is; none where the evidence was refused. */
function registrant({ steps }: Judged): string[] {
  const bare = steps.filter(({ issuer_signature }) => issuer_signature == null);
  if (steps.length > 0 && bare.length === 0)
    return [
      'Who the issuer is. Every version is signed by the issuer itself, with the key of its authority.',
    ];
  return bare.length === 0
    ? []
    : [
        `That the issuer itself said version ${bare.map(({ sequence }) => sequence).join(', ')}: no key of the issuer signed it, so whoever runs the service could have made it.`,
      ];
}

/** Since when, and by whom. */
function standing({ steps, report }: Judged): string {
  const [first, newest] = [steps[0], steps.at(-1)];
  if (first === undefined || newest === undefined) {
    return report.good === null ? 'Nothing of it is believed here.' : 'Its history is not in this file.';
  }
  const changed = `; version ${newest.sequence}, “${newest.state}”, since ${newest.occurred_at}`;
  return `Registered in the name of the issuer ${JSON.stringify(newest.issuer)} on ${first.occurred_at}${steps.length > 1 ? changed : ''}.`;
}

function rowOf({ check, outcome, about, why }: Finding): string {
  const remark = [about, why].filter((part) => part !== undefined && part !== '').join(': ');
  const details = [`<code>${check}</code>`, ...(remark === '' ? [] : [safe(remark)])].join(' ');
  return `<tr><td>${CHECK_WORDS[outcome]}</td><td>${safe(CHECK_SENTENCES[check].proves)}<br><small>${details}</small></td></tr>`;
}

function table(rows: readonly string[]): string {
  const head = '<tr><th>Result</th><th>What it shows where it passes</th></tr>';
  return `<table>\n${[head, ...rows].join('\n')}\n</table>`;
}

function list(items: readonly string[]): string {
  return `<ul>\n${items.map((item) => `<li>${safe(item)}</li>`).join('\n')}\n</ul>`;
}

function paragraph(text: string): string {
  return `<p>${safe(text)}</p>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Untrusted text for HTML: nothing in it is markup, and nothing of it is unseen. */
function safe(text: string): string {
  return escapeJson(text).replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
