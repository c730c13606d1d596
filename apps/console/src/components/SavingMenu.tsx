import { useAsking } from '../api/asking.js';
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
  const { busy, error, run } = useAsking();
  return (
    <>
      <Menu label={busy ? 'Exporting…' : 'Export'} icon="download" align="end">
        {(close) => (
          <MenuList>
            {files.map((file) => (
              <li key={file.label}>
                <button
                  type="button"
                  disabled={busy}
                  onClick={() => {
                    close();
                    run(file.save);
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
