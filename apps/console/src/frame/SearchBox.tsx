import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, type FormEvent } from 'react';
import { Icon } from '../components/Icon.js';
import { findPlace } from '../format/found-id.js';
import styles from './SearchBox.module.css';

/** Opens the page of an id or a digest; `/` focuses it. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);
  const go = (event: FormEvent) => {
    event.preventDefault();
    const found = findPlace(input.current?.value ?? '');
    if (found === null || input.current === null) return;
    input.current.value = '';
    input.current.blur();
    void navigate(found as never);
  };
  return (
    <form className={styles.search} role="search" onSubmit={go}>
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        aria-label="Find an id, a digest or an external id"
        aria-keyshortcuts="/"
        placeholder="Find an id or a digest"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={512}
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
  );
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select, dialog') !== null;
}
