import type { Append, AppendResult, LoadedStream, RecordedEvent } from '@service/event-store';

/** The two methods of an event store, in memory, with a clock that the test sets. */
export class MemoryStore {
  readonly streams = new Map<string, RecordedEvent[]>();
  private readonly claims = new Map<string, string>();
  now = new Date('2026-11-21T12:00:00.000Z');
  appends: Append[] = [];

  read(streamId: string): Promise<LoadedStream> {
    const events = [...(this.streams.get(streamId) ?? [])];
    return Promise.resolve({ events, version: events.length, readAt: this.now });
  }

  append(append: Append): Promise<AppendResult> {
    // The streams of keys are no part of these tests.
    const asserted = (append.asserted ?? []).filter(({ log }) => log === undefined);
    for (const { stream_id, expected } of [...append.streams, ...asserted]) {
      const actual = this.streams.get(stream_id)?.length ?? 0;
      const conflict = { kind: 'version', stream_id, actual } as const;
      if (actual !== expected) return Promise.resolve({ appended: false, conflict });
    }
    for (const { name, owner } of append.claims) {
      const standing = this.claims.get(name) ?? owner;
      const conflict = { kind: 'claim', name, owner: standing } as const;
      if (standing !== owner) return Promise.resolve({ appended: false, conflict });
      this.claims.set(name, owner);
    }
    this.appends.push(append);
    for (const event of append.events) {
      const stream = this.streams.get(event.stream_id) ?? [];
      stream.push({ ...event, version: stream.length + 1, position: { epoch: 1, tx: '1', pos: '1' } });
      this.streams.set(event.stream_id, stream);
    }
    return Promise.resolve({ appended: true });
  }

  /** How many credentials of a project are neither revoked nor expired. */
  liveCredentialsIn(projectId: string): number {
    const ended = ['service.credential.revoked', 'service.credential.expired'];
    return [...this.streams.values()].filter(([first, ...others]) => {
      const { project_id } = (first?.data ?? {}) as { project_id?: string };
      const isCredential = first?.type === 'service.credential.issued' && project_id === projectId;
      return isCredential && !others.some(({ type }) => ended.includes(type));
    }).length;
  }

  /** How many events the authorities of a project have. */
  authorityElementsIn(projectId: string): number {
    const elements = [...this.streams.values()].flat().flatMap(({ element }) => element ?? []);
    return elements.filter((element) => {
      const { project_id, authority_id } = JSON.parse(element) as Record<string, string>;
      return authority_id !== undefined && project_id === projectId;
    }).length;
  }

  typesOf(streamId: string): string[] {
    return this.streams.get(streamId)?.map((event) => event.type) ?? [];
  }
}
