const RECOVERED = /^(.*)\/recovered-([1-9]\d{0,8})$/;

/** The two parts of an origin: the origin of the first log, and the number of recoveries since. */
export interface LogOrigin {
  first: string;
  recoveries: number;
}

/** Parses a log's origin: `<first>/recovered-<n>` is the origin of a log that replaced a damaged one. */
export function readLogOrigin(origin: string): LogOrigin {
  const [, first = origin, recoveries = '0'] = RECOVERED.exec(origin) ?? [];
  return { first, recoveries: Number(recoveries) };
}

export function formatLogOrigin({ first, recoveries }: LogOrigin): string {
  return recoveries === 0 ? first : `${first}/recovered-${recoveries}`;
}

/** Whether a chain of one log may continue in another: the same log, or one that replaced it. */
export function continuesLog(before: string, next: string): boolean {
  if (before === next) return true;
  const [from, to] = [readLogOrigin(before), readLogOrigin(next)];
  return from.first === to.first && from.recoveries < to.recoveries;
}
