import { MOST_DETAILS, errors, type ErrorDefinition } from '@service/contracts';

const INTRODUCTION = `Every error has one body:

\`\`\`json
{"error": {"code": "record.not_found", "message": "...", "request_id": "req_...", "docs": "/docs/errors#record.not_found"}}
\`\`\`

Match on \`code\`, never on \`message\`. An insufficient scope adds \`scope_required\` and \`scope_held\`, an invalid
request adds \`details\` (\`[{field, issue}]\`, the first ${MOST_DETAILS} problems), a name that is
taken adds \`existing_id\`, and a delivery that has to wait adds \`blocked_by\`.`;

const entries: [string, ErrorDefinition][] = Object.entries(errors);

/** The documentation of every error, in Markdown: \`docs/errors.md\`. */
export function errorsMarkdown(): string {
  const sections = entries.map(
    ([code, { status, message, resolution }]) =>
      `## <a id="${code}"></a>${code}\n\n**${status}** · ${message}\n\n${resolution}`,
  );
  return `# Errors\n\n<!-- Generated from the registry by \`npm run docs\`. -->\n\n${INTRODUCTION}\n\n${sections.join('\n\n')}\n`;
}

/** The same as a page, to which the \`docs\` member of an error links. */
export function errorsHtml(): string {
  const rows = entries.map(
    ([code, { status, message, resolution }]) =>
      `<dt id="${code}"><code>${code}</code> ${status}</dt><dd>${escape(message)} ${escape(resolution)}</dd>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Errors</title>
<style>body{font:16px/1.5 system-ui;max-width:46rem;margin:2rem auto;padding:0 1rem}dt{margin-top:1rem}:target{background:#fe9}</style>
<h1>Errors</h1><p>Match on <code>error.code</code>, never on <code>error.message</code>.</p>
<dl>${rows.join('\n')}</dl></html>`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/`([^`]*)`/g, '<code>$1</code>');
}
