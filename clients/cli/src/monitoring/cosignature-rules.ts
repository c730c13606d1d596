import {
  cosignatureMoment,
  cosignedAt,
  cosignedByNow,
  cosignedWithin,
  fewestWitnesses,
  type Clock,
  type OpenedCheckpoint,
  type Trust,
} from '@service/evidence';
import { alarm, type Finding } from './finding.js';

/**
 * Whether a quorum of the witnesses cosigned a checkpoint recently, and none of them in the future. Only times of witnesses
 * count.
 * @param silentAfter maximum age of the cosignatures in seconds.
 */
export function judgeCosignatures(
  signed: OpenedCheckpoint,
  trust: Trust,
  silentAfter: number,
  clock: Clock,
): Finding[] {
  if (trust.quorum === null) return [];
  const opened = cosignedByNow(signed, clock);
  return [...fromTheFuture(signed, opened), ...tooFew(opened, trust, silentAfter, clock)];
}

function fromTheFuture(signed: OpenedCheckpoint, opened: OpenedCheckpoint): Finding[] {
  const later = signed.cosignatures.filter((each) => !opened.cosignatures.includes(each));
  return later.map(({ name, time }) => {
    return alarm(
      'log.future',
      `Its witness ${name} cosigned its checkpoint as of ${cosignatureMoment(time)}, which is in the future.`,
    );
  });
}

function tooFew(opened: OpenedCheckpoint, trust: Trust, silentAfter: number, { now }: Clock): Finding[] {
  if (trust.quorum !== null && cosignedAt(opened, trust) === null) {
    const needed = fewestWitnesses(trust.quorum);
    const text = `${opened.cosignatures.length} of its witnesses cosigned its checkpoint, and ${needed} are needed.`;
    return [alarm('log.witnesses', text)];
  }
  if (cosignedAt(cosignedWithin(opened, silentAfter, now.getTime() / 1_000), trust) !== null) return [];
  const text = `Its witnesses have not cosigned it for more than ${silentAfter} s.`;
  return [alarm('log.silent', text)];
}
