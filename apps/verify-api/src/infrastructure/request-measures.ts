import type { ErrorCode } from '@service/contracts';
import { Distributions, type Metrics } from '@service/platform/metrics';

/** Stands for requests that are answered before their operation is known, such as those without a credential. */
const NO_OPERATION = 'none';

/** Measures the answers of one gateway: their durations, and the errors by their code. */
export class RequestMeasures {
  private readonly durations = new Distributions<{ operation: string; status: string }>();
  private readonly errors = new Map<ErrorCode, number>();

  /**
   * Notes an answer.
   * @param operation null where it is not known.
   * @param seconds from the request's head to its answer.
   * @param traceId of a sampled trace.
   */
  answered(operation: string | null, status: number, seconds: number, traceId: string | null): void {
    const name = operation ?? NO_OPERATION;
    this.durations
      .at(`${name} ${status}`, () => ({ operation: name, status: String(status) }))
      .observe(seconds, traceId);
  }

  /** Notes an error: of a request, or of items of a batch. */
  failed(code: ErrorCode, items: number): void {
    this.errors.set(code, (this.errors.get(code) ?? 0) + items);
  }

  /** Adds the measures to the metrics of the process. */
  measure(metrics: Metrics): void {
    metrics.histogram(
      {
        name: 'http_server_request_duration_seconds',
        help: 'Seconds from the head of a request to its answer, its line in the history included; by operation.',
        labels: ['operation', 'status'],
      },
      () => this.durations.entries(),
    );
    metrics.counter(
      {
        name: 'http_server_errors_total',
        help: 'Errors that were answered, by their code; those of items of batches too.',
        labels: ['code'],
      },
      () => [...this.errors].map(([code, value]) => ({ labels: { code }, value })),
    );
  }
}
