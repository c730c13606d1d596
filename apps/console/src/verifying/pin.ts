/** A browser's record of a log since it first saw the log, for one server and environment. */
export interface Pin {
  /** Name of the log. */
  origin: string;
  /** The log’s keys, as C2SP signed-note writes them. */
  vkeys: readonly string[];
  /** Keys of the witnesses that the service named. */
  witnesses: readonly string[];
  firstSeenAt: string;
  /** The newest checkpoint that was seen and found to be of the same history, a signed note; null before the first. */
  checkpoint: string | null;
  /** Its size; 0 without one. */
  size: number;
  keptAt: string | null;
}

/** The log's keys and witnesses that the service names now. */
export interface Offered {
  origin: string;
  vkeys: readonly string[];
  witnesses: readonly string[];
}

/** Whether the pin is new, unchanged, or differs from what the service says now. */
export type PinDecision =
  | { kind: 'first'; pin: Pin }
  | { kind: 'same'; pin: Pin }
  /** Verification uses the pinned keys until somebody accepts the change. */
  | {
      kind: 'changed';
      pin: Pin;
      changes: readonly string[];
      /** Whether the service still names what was pinned, and others beside it, as while it rotates its keys. */
      onlyAdds: boolean;
      /** Whether the service names a pinned key of the same log. */
      namesKey: boolean;
    };

/** Compares the service's keys with the pin: trust on first use; a change needs the operator's consent. */
export function decidePin(pinned: Pin | null, offered: Offered, now: string): PinDecision {
  if (pinned === null) return { kind: 'first', pin: fresh(offered, now) };
  const keys = differences('key of the log', pinned.vkeys, offered.vkeys);
  const witnesses = differences('witness', pinned.witnesses, offered.witnesses);
  const lost = [
    ...(pinned.origin === offered.origin
      ? []
      : [`the log was ${pinned.origin}, and is now called ${offered.origin}`]),
    ...keys.lost,
    ...witnesses.lost,
  ];
  const namesKey = pinned.origin === offered.origin && keys.lost.length === 0;
  const changes = [...keys.added, ...witnesses.added, ...lost];
  return changes.length === 0
    ? { kind: 'same', pin: pinned }
    : { kind: 'changed', pin: pinned, changes, onlyAdds: lost.length === 0, namesKey };
}

/**
 * The pin after somebody accepted a change. Former keys of the same log stay, since older receipts need them; another log
 * has another history, so nothing of the former log is kept.
 */
export function acceptChange(pinned: Pin, offered: Offered, now: string): Pin {
  if (pinned.origin !== offered.origin) return fresh(offered, now);
  const vkeys = [...new Set([...pinned.vkeys, ...offered.vkeys])];
  return { ...pinned, vkeys, witnesses: offered.witnesses };
}

/**
 * The pin with a checkpoint that was seen. A larger one replaces the kept one only if it was proven to be of the same
 * history. Otherwise a forked log would make the browser forget the evidence of the fork.
 */
export function keepCheckpoint(
  pin: Pin,
  seen: { note: string; size: number; isProven: boolean },
  now: string,
): Pin {
  const isNewer = pin.checkpoint === null || (seen.isProven && seen.size > pin.size);
  return isNewer ? { ...pin, checkpoint: seen.note, size: seen.size, keptAt: now } : pin;
}

/** Retired keys are no difference: every offered key must be pinned, and at least one pinned key must be offered. */
function differences(what: string, pinned: readonly string[], offered: readonly string[]) {
  const added = offered.filter((each) => !pinned.includes(each));
  const isLost = pinned.length > 0 && !offered.some((each) => pinned.includes(each));
  return {
    added: added.map((each) => `a ${what} is new: ${each}`),
    lost: isLost ? [`the service no longer names any pinned ${what}`] : [],
  };
}

function fresh({ origin, vkeys, witnesses }: Offered, now: string): Pin {
  return { origin, vkeys, witnesses, firstSeenAt: now, checkpoint: null, size: 0, keptAt: null };
}
