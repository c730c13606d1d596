import { settingTable, type SettingDefinition } from './setting-table.js';
import { variableOf } from './variable-of.js';

const head = `# Settings

Environment variables, read once at the start. One that is malformed stops the start with a sentence that names
it; variables that are not listed here are ignored. This page is generated from the table that validates them.

A process knows one environment. Where one command starts or works on several, a name that ends with \`_DEVELOPMENT\` or
\`_PRODUCTION\` is the setting without that end for this environment alone, and wins over the plain name:
\`PORT_PRODUCTION=8443\`, \`PEPPER_FILE_DEVELOPMENT=/run/secrets/pepper\`.

`;

/** The text of docs/settings.md. */
export function settingsMarkdown(): string {
  const rows = Object.values(settingTable).flatMap(rowsOf);
  return head + alignedTable([['Setting', 'Default', 'Form', 'Meaning'], ...rows]);
}

function rowsOf(definition: SettingDefinition<unknown>): string[][] {
  const { apps = [''] } = definition;
  const fileForm = (variable: string) =>
    definition.file === true ? ` \`${variable}_FILE\` names a file with the value instead.` : '';
  return apps.map((app) => {
    const variable = variableOf(definition.variable, app);
    return [
      `\`${variable}\``,
      definition.required === true ? 'must be set' : shownDefault(definition.default),
      definition.form.expected,
      definition.description.replaceAll('{app}', app.replace('_', '-')) + fileForm(variable),
    ];
  });
}

function shownDefault(text: string | undefined): string {
  if (text === undefined) return 'none';
  return text === '' ? 'empty' : `\`${text}\``;
}

// Aligned as by the repository's formatter, which then leaves the page as generated.
function alignedTable(rows: string[][]): string {
  const columns = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[], fill: string): string =>
    `| ${cells.map((cell, column) => cell.padEnd(columns?.[column] ?? 0, fill)).join(' | ')} |\n`;
  const [header = [], ...body] = rows;
  return (
    line(header, ' ') +
    line(
      header.map(() => ''),
      '-',
    ) +
    body.map((row) => line(row, ' ')).join('')
  );
}
