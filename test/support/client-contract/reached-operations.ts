import { operationsOf, type InterfaceDocument } from '../fuzzing/interface-document.js';

/** Notes which operations a client was answered by. */
export class ReachedOperations {
  private readonly answered: { method: string; path: string }[] = [];

  /** Takes the place of the platform's. */
  readonly fetch: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (response.ok) {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      this.answered.push({ method: (init?.method ?? 'GET').toLowerCase(), path: pathname });
    }
    return response;
  };

  /** Ids of the operations in a document that did not answer, in their order. */
  missed(document: InterfaceDocument): string[] {
    const operations = operationsOf(document).map((operation) => ({
      ...operation,
      form: new RegExp(`^${operation.path.replace(/\{number\}/g, '.+').replace(/\{\w+\}/g, '[^/]+')}$`),
      variables: operation.path.split('{').length,
    }));
    // `/v1/projects/current` is not a project: of two that fit, the one with fewer variables answered.
    const byVariables = operations.toSorted((left, right) => left.variables - right.variables);
    const reached = new Set(
      this.answered.map(
        ({ method, path }) =>
          byVariables.find((each) => each.method === method && each.form.test(path))?.operationId,
      ),
    );
    return operations.map(({ operationId }) => operationId).filter((id) => !reached.has(id));
  }
}
