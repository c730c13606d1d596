import { lazy, Suspense, useEffect, useState } from 'react';
import { Icon } from '../components/Icon.js';
import styles from './SearchButton.module.css';

const Palette = lazy(() => import('./palette/Palette.js').then((module) => ({ default: module.Palette })));

/** Opens the command palette, as `/`, Ctrl K and ⌘K do. */
export function SearchButton() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isShortcut = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey;
      const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && !isTyping(target);
      if (!(isShortcut || isSlash) || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', open);
    return () => document.removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <button
        type="button"
        className={styles.search}
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
        <span>Find or do something</span>
        <kbd aria-hidden="true">{/mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {isOpen && (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select') !== null;
}
