import type { ReactNode } from 'react';
import { curlOf, type CurlCall } from '../format/curl.js';
import { whoMay } from '../format/roles.js';
import { CodeBlock } from './CodeBlock.js';
import styles from './EmptyState.module.css';

/** Placeholder of an empty list: why it is empty, and the command that fills it. */
export function EmptyState({
  title,
  children,
  call,
  action,
}: {
  title: string;
  children?: ReactNode;
  call?: CurlCall;
  action?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <h2>{title}</h2>
      {children !== undefined && <div className={styles.text}>{children}</div>}
      {action}
      {call !== undefined && <CodeBlock text={curlOf(location.origin, call)} what="command" />}
    </div>
  );
}

/** Says that a part of a page is for other roles. */
export function NotForRole({ what, needs }: { what: string; needs: string }) {
  return <EmptyState title={`${what} are not for this role`}>Only {whoMay(needs)} may see them.</EmptyState>;
}
