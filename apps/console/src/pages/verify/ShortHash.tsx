import { CopyButton } from '../../components/CopyButton.js';
import { shown } from '../../format/hostile-text.js';

const SHOWN = 20;

/** The beginning of a digest or a key id; the button copies all of it. */
export function ShortHash({ hash, what }: { hash: string; what: string }) {
  const visible = hash.length > SHOWN ? `${hash.slice(0, SHOWN)}…` : hash;
  return (
    <span title={shown(hash)}>
      <code>{shown(visible)}</code> <CopyButton text={hash} what={what} />
    </span>
  );
}
