import { useState } from 'react';
import { ApiError, unreachable } from '../api/api-error.js';
import { ErrorPanel } from './ErrorPanel.js';
import { Icon } from './Icon.js';
import { Menu, MenuList } from './Menu.js';

/** One file that can be saved; a stream that breaks off throws, so no incomplete one is. */
interface Saving {
  label: string;
  save: () => Promise<void>;
}

/** The button for saving what is listed, in a form of one's choice. */
export function SavingMenu({ files }: { files: readonly Saving[] }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const run = async ({ save }: Saving): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await save();
    } catch (failure) {
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
            {files.map((file) => (
              <li key={file.label}>
                <button
                  type="button"
                  disabled={isBusy}
                  onClick={() => {
                    close();
                    void run(file);
                  }}
                >
                  <Icon name="download" /> {file.label}
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
