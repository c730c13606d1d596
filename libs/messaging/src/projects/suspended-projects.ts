import { ServiceError, UnavailableError } from '@service/contracts';
import { isForged, type RecordedEvent } from '@service/event-store';

/** The suspended projects, folded from the events of credential-authority. */
export class SuspendedProjects {
  /** The newest known version of each project. */
  private readonly versions = new Map<string, number>();
  private readonly suspended = new Set<string>();
  /** Streams with a forged or missing event, which could have been a suspension. */
  private readonly tampered = new Set<string>();

  /** Takes an event of any stream of the log; those of one stream come in order, perhaps twice. */
  take({ stream_id, version, type }: Pick<RecordedEvent, 'stream_id' | 'version' | 'type'>): void {
    if (isForged({ type })) this.tampered.add(stream_id);
    if (!type.startsWith('service.project.')) return;
    const known = this.versions.get(stream_id) ?? 0;
    if (version > known + 1) this.tampered.add(stream_id);
    this.versions.set(stream_id, Math.max(known, version));
    if (type === 'service.project.suspended') this.suspended.add(stream_id);
    if (type === 'service.project.resumed') this.suspended.delete(stream_id);
  }

  /** Removes everything before all events are taken again. */
  clear(): void {
    for (const each of [this.versions, this.suspended, this.tampered]) each.clear();
  }

  /** @throws ServiceError `project.suspended`; `service.unavailable` where an event of the project is forged or missing. */
  requireActive(projectId: string): void {
    if (this.tampered.has(projectId)) {
      throw new UnavailableError({ cause: 'events_not_authentic', id: projectId });
    }
    if (this.suspended.has(projectId)) throw new ServiceError('project.suspended');
  }
}
