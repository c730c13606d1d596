const RECOVERED = /^(.*)\/recovered-([1-9]\d{0,8})$/;

/** An origin in its two parts: the log as it was opened first, and how often it was opened anew since. */
export interface LogOrigin {
  first: string;
  recoveries: number;
}

/** The parts of a log's origin: `<first>/recovered-<n>` is that of the log that was opened in the place of a damaged one. */
export function readLogOrigin(origin: string): LogOrigin {
  const [, first = origin, recoveries = '0'] = RECOVERED.exec(origin) ?? [];
  return { first, recoveries: Number(recoveries) };
}

/** The origin that has these parts. */
export function formatLogOrigin({ first, recoveries }: LogOrigin): string {
  return recoveries === 0 ? first : `${first}/recovered-${recoveries}`;
}

/** Whether a chain that was begun in one log may go on in another: in the same one, or in one that took its place. */
export function continuesLog(before: string, next: string): boolean {
  if (before === next) return true;
  const [from, to] = [readLogOrigin(before), readLogOrigin(next)];
  return from.first === to.first && from.recoveries < to.recoveries;
}
