import { useState } from 'react';
import { cut, safeAddress, shown } from '../format/hostile-text.js';
import { Button } from './Button.js';
import styles from './ServerText.module.css';

/** Characters of a text that are shown at once. */
const SHOWN = 300;
/** A button in the place of fewer would be longer than they are. */
const WORTH = 40;

interface ServerTextProps {
  text: string;
  /** Whether an `https:` URL becomes a link; the link shows its full host name. */
  link?: boolean;
  code?: boolean;
  length?: number;
}

/** Untrusted text, such as an origin, a name or a user agent. Deceptive characters are shown as code points. */
export function ServerText({ text, link = false, code = false, length = SHOWN }: ServerTextProps) {
  const [isWhole, setWhole] = useState(false);
  const beginning = isWhole || text.length <= length + WORTH ? null : cut(text, length);
  const visible = shown(beginning ?? text);
  const address = link ? safeAddress(text) : null;
  const Tag = code ? 'code' : 'span';
  return (
    <Tag className={styles.text} dir="auto">
      {address === null ? (
        visible
      ) : (
        // The host in punycode, which exposes look-alike letters.
        <a href={address.href} target="_blank" rel="noopener noreferrer" title={`Opens ${address.host}`}>
          {address.host === hostIn(text) ? visible : `${visible} (${address.host})`}
        </a>
      )}
      {beginning !== null && (
        <>
          …{' '}
          <Button look="plain" size="s" onClick={() => setWhole(true)}>
            Show all {text.length} characters
          </Button>
        </>
      )}
    </Tag>
  );
}

function hostIn(text: string): string {
  return /^https:\/\/([^/?#]*)/i.exec(text)?.[1] ?? '';
}
