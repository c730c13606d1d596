import { rawAnswer } from '../api/client.js';
import { useWhereabouts } from '../api/session.js';
import { saveFile } from './save-file.js';
import { SavingMenu } from './SavingMenu.js';

interface DownloadFormat {
  /** Ending of the file’s name. */
  ending: string;
  /** Query of the export. */
  type: string;
  label: string;
}

type Query = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** Saves the API's export of a list: all items, not only those shown. */
export function DownloadMenu({
  name,
  path,
  query,
  formats,
}: {
  name: string;
  /** From `/v1/` on. */
  path: string;
  query: Query;
  formats: readonly DownloadFormat[];
}) {
  const { project } = useWhereabouts();
  const files = formats.map(({ ending, type, label }) => ({
    label,
    save: async () => {
      const { text } = await rawAnswer(project?.id ?? null, addressOf(path, query), type);
      saveFile(`${name}.${ending}`, type, text);
    },
  }));
  return <SavingMenu files={files} />;
}

function addressOf(path: string, query: Query): string {
  const set = Object.entries(query).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => [name, String(each)]),
  );
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set).toString()}`;
}
