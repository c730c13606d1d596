/** An element with a class and what it contains; texts stay texts. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  style: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (style !== '') made.className = style;
  made.append(...children);
  return made;
}

/** A paragraph of a class. */
export const paragraph = (style: string, ...children: (Node | string)[]) => element('p', style, ...children);
