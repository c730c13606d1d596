import { useState } from 'react';
import { ApiError, unreachable } from '../api/api-error.js';
import { rawAnswer } from '../api/client.js';
import { useWhereabouts } from '../api/session.js';
import { ErrorPanel } from './ErrorPanel.js';
import { Icon } from './Icon.js';
import { Menu, MenuList } from './Menu.js';
import { saveFile } from './save-file.js';

interface DownloadFormat {
  /** Ending of the file’s name. */
  ending: string;
  /** Query of the export. */
  type: string;
  label: string;
}

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
  query: Readonly<Record<string, string | undefined>>;
  formats: readonly DownloadFormat[];
}) {
  const { project } = useWhereabouts();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const save = async ({ ending, type }: DownloadFormat): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const { text } = await rawAnswer(project?.id ?? null, addressOf(path, query), type);
      saveFile(`${name}.${ending}`, type, text);
    } catch (failure) {
      // A stream that breaks off throws, so no incomplete file is saved.
      setError(failure instanceof ApiError ? failure : unreachable());
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Menu label={isBusy ? 'Exporting…' : 'Export'} icon="download" align="end">
        {(close) => (
          <MenuList>
            {formats.map((format) => (
              <li key={format.ending}>
                <button
                  type="button"
                  disabled={isBusy}
                  onClick={() => {
                    close();
                    void save(format);
                  }}
                >
                  <Icon name="download" /> {format.label}
                </button>
              </li>
            ))}
          </MenuList>
        )}
      </Menu>
      {error !== null && <ErrorPanel error={error} />}
    </>
  );
}

function addressOf(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const set = Object.entries(query).filter((each): each is [string, string] => each[1] !== undefined);
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set).toString()}`;
}
