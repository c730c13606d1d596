import { hashElement } from '../elements/element.js';

type Container = Record<string, unknown>;

/** A JSON value that can be edited; a path names members and indices, separated by dots. */
export class Editable {
  private readonly root: Container;

  constructor(value: object) {
    this.root = { value: structuredClone(value) };
  }

  get value(): object {
    return this.root['value'] as object;
  }

  get<Value>(path: string): Value {
    const [container, name] = this.find(path);
    return container[name] as Value;
  }

  set(path: string, value: unknown): void {
    const [container, name] = this.find(path);
    container[name] = value;
  }

  map<Value>(path: string, change: (old: Value) => unknown): void {
    this.set(path, change(this.get<Value>(path)));
  }

  /** Removes a member of an object or an item of a list. */
  remove(path: string): void {
    const [container, name] = this.find(path);
    if (Array.isArray(container)) container.splice(Number(name), 1);
    else delete container[name];
  }

  swap(one: string, other: string): void {
    const value = this.get(one);
    this.set(one, this.get(other));
    this.set(other, value);
  }

  /** Changes an element and computes its digest again. */
  rehash(path: string, change: object): void {
    this.map<Container>(path, (element) => {
      const { digest: _old, signature, ...content } = { ...element, ...change } as Container;
      return { ...content, digest: hashElement(content).digest, signature };
    });
  }

  private find(path: string): [Container, string] {
    const names = ['value', ...path.split('.')];
    const name = names.pop() as string;
    const container = names.reduce<unknown>((part, each) => (part as Container)[each], this.root);
    if (typeof container !== 'object' || container === null) throw new RangeError(`There is no ${path}.`);
    return [container as Container, name];
  }
}
