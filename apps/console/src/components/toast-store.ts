interface Toast {
  id: number;
  text: string;
}

/** Milliseconds for which a toast stays. */
const STAYS = 5_000;

const listeners = new Set<() => void>();
let shown: readonly Toast[] = [];
let last = 0;

/** Shows a toast. */
export function say(text: string): void {
  last += 1;
  const id = last;
  change([...shown, { id, text }]);
  setTimeout(() => dismiss(id), STAYS);
}

/** Takes one away. */
export function dismiss(id: number): void {
  change(shown.filter((each) => each.id !== id));
}

/** The toasts that are shown. */
export function toasts(): readonly Toast[] {
  return shown;
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: readonly Toast[]): void {
  shown = next;
  listeners.forEach((each) => each());
}
