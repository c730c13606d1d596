import { MOST_DETAILS, errors, type ErrorDefinition } from '@service/contracts';
import { VERDICT_REASONS, VERDICT_WARNINGS } from '@service/evidence';

const INTRODUCTION = `Every error has one body:

\`\`\`json
{"error": {"code": "record.not_found", "message": "...", "request_id": "req_...", "docs": "/docs/errors#record.not_found"}}
\`\`\`

Match on \`code\`, never on \`message\`. An insufficient scope adds \`scope_required\` and \`scope_held\`, an invalid
request adds \`details\` (\`[{field, issue}]\`, the first ${MOST_DETAILS} problems; \`message\` repeats the first one),
a name that is taken adds \`existing_id\`, a delivery that has to wait adds
\`blocked_by\`, and a rotation that is refused, or a token that a rotation ended, adds \`overlap_ends_at\`. Where the version or the state of something prevents a request (412
\`*.version_conflict\`, 409 \`*.transition_not_allowed\`, \`record.history_full\`, \`authority.not_active\`),
\`current_version\` and \`current_state\` say what it was when the request was refused.`;

const entries: [string, ErrorDefinition][] = Object.entries(errors);

const VERDICTS = `The answer to a verification is 200 where the record was found. Its \`verdict\` says with these codes why the
record is not good (reasons), and what deserves a look (warnings).`;

const verdictCodes: [string, string][] = [
  ...Object.entries(VERDICT_REASONS).map(([code, meaning]): [string, string] => [code, `Reason. ${meaning}`]),
  ...Object.entries(VERDICT_WARNINGS).map(([code, meaning]): [string, string] => [
    code,
    `Warning. ${meaning}`,
  ]),
];

/** The documentation of every error, in Markdown: \`docs/errors.md\`. */
export function errorsMarkdown(): string {
  const sections = entries.map(
    ([code, { status, message, resolution }]) =>
      `## <a id="${code}"></a>${code}\n\n**${status}** · ${message}\n\n${resolution}`,
  );
  const verdicts = verdictCodes.map(([code, meaning]) => `- \`${code}\`: ${meaning}`);
  return `# Errors\n\n<!-- Generated from the registry by \`npm run docs\`. -->\n\n${INTRODUCTION}\n\n${sections.join('\n\n')}\n
# Verdicts\n\n${VERDICTS}\n\n${verdicts.join('\n')}\n`;
}
