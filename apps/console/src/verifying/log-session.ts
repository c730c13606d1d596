import {
  LogEntries,
  LogUnreadable,
  cosignatureMoment,
  decodeCosignature,
  encodeBase64,
  encodeHex,
  hashLeaf,
  historySlot,
  isDigest,
  parseCheckpoint,
  parseNote,
  verifyConsistency,
  verifyInclusion,
  digestBytes,
  decodeHex,
  type Checkpoint,
  type KnownKey,
  type NoteSignature,
  type Trust,
} from '@service/evidence';
import { drawnPath } from './audit-path.js';
import {
  ENTRIES_AT_MOST,
  type Consistency,
  type EntryTask,
  type FoundEntry,
  type Head,
  type NoteLine,
} from './messages.js';
import { acceptChange, decidePin, keepCheckpoint, type Offered, type Pin, type PinDecision } from './pin.js';
import type { PinStore } from './pin-store.js';
import { openPinned, trustOf } from './pinned-trust.js';
import type { ServiceLog } from './service-log.js';

type Progress = (done: number, of: number) => void;

/** The pin of the log, and the trust that follows from it. */
export interface Meeting {
  decision: PinDecision;
  trust: Trust;
}

/** Reads the public log of one server and environment, and checks it against what the browser pinned. */
export class LogSession {
  constructor(
    readonly log: ServiceLog,
    private readonly pins: PinStore,
    /** Names the server and the environment among the pins. */
    private readonly name: string,
    private readonly now: () => Date = () => new Date(),
  ) {}

  /** Compares what the service says of its keys with the pin; the first time, it is pinned. */
  async meet(): Promise<Meeting> {
    const decision = decidePin(await this.pins.get(this.name), await this.offered(), this.moment());
    if (decision.kind === 'first') await this.pins.put(this.name, decision.pin);
    return { decision, trust: trustOf(decision.pin) };
  }

  /** Pins what the service says now. */
  async accept(): Promise<PinDecision> {
    const [pinned, offered] = [await this.pins.get(this.name), await this.offered()];
    if (pinned !== null) await this.pins.put(this.name, acceptChange(pinned, offered, this.moment()));
    return (await this.meet()).decision;
  }

  /** Keeps a seen checkpoint if it is the first, or was proven to continue the kept one. */
  async keep(pin: Pin, seen: { note: string; size: number; isProven: boolean }): Promise<Pin> {
    const kept = keepCheckpoint(pin, seen, this.moment());
    if (kept !== pin) await this.pins.put(this.name, kept);
    return kept;
  }

  /** The newest checkpoint, with a verdict on each of its signatures. */
  async head(): Promise<Head> {
    const { decision, trust } = await this.meet();
    const note = await this.log.tiles.checkpoint();
    const { text, signatures } = parseNote(note);
    const { origin, size, root } = parseCheckpoint(text);
    const isSigned = isOpened(note, trust);
    if (isSigned && decision.pin.checkpoint === null)
      await this.keep(decision.pin, { note, size, isProven: true });
    return {
      decision,
      note,
      origin,
      size,
      root: encodeBase64(root),
      lines: signatures.map((signature) => lineOf(text, signature, trust)),
      witnesses: decision.pin.witnesses.map((vkey) => {
        const [name = '', keyHash = ''] = vkey.split('+');
        return { name, keyHash };
      }),
      isSigned,
    };
  }

  /** Finds an entry, and proves from the tiles that it is in the tree that the log signed. */
  async entry(task: EntryTask, onProgress: Progress): Promise<FoundEntry> {
    const { trust } = await this.meet();
    const { size, root } = await this.signedHead(trust);
    const index = 'index' in task ? task.index : await this.find(slotted(task, trust), size, onProgress);
    if (!Number.isSafeInteger(index) || index < 0 || index >= size)
      throw new LogUnreadable(`The log has ${size} entries: the last one is ${size - 1}.`);
    const entry = await this.log.tiles.entry(index, size);
    const proof = await this.log.tiles.tree(size).inclusionProof(index);
    const leaf = hashLeaf(entry);
    return {
      index,
      size,
      slot: encodeHex(entry.subarray(0, 32)),
      digest: `sha256:${encodeHex(entry.subarray(32))}`,
      leaf: encodeBase64(leaf),
      root: encodeBase64(root),
      holds: verifyInclusion({ leafHash: leaf, index, size, root, proof }),
      steps: drawnPath(leaf, { index, size, proof }) ?? [],
    };
  }

  /** Proves from the tiles that the log only grew since the kept checkpoint, and keeps the newer one. */
  async consistency(): Promise<Consistency> {
    const { decision, trust } = await this.meet();
    const note = await this.log.tiles.checkpoint();
    const served = openPinned(note, trust).checkpoint;
    const { pin } = decision;
    const kept = pin.checkpoint === null ? served : openPinned(pin.checkpoint, trust).checkpoint;
    // The served checkpoint may be smaller than the kept one, from a replica or before its witnesses cosign: then it
    // must be a prefix.
    const [from, to] = kept.size <= served.size ? [kept, served] : [served, kept];
    const { holds, proof } = await this.prove(from, to);
    return {
      holds,
      from: { size: from.size, root: encodeBase64(from.root), keptAt: pin.keptAt },
      to: { size: to.size, root: encodeBase64(to.root) },
      proof: proof.map(encodeBase64),
      pin: await this.keep(pin, { note, size: served.size, isProven: holds }),
    };
  }

  /** The entries up to a size. @throws LogUnreadable where they are more than a browser reads. */
  async entries(size: number, onProgress: Progress): Promise<LogEntries> {
    if (size > ENTRIES_AT_MOST) {
      throw new LogUnreadable(
        `The log has ${size} entries; a browser reads at most ${ENTRIES_AT_MOST}: use the command line.`,
      );
    }
    return new LogEntries(await this.log.entries(size, (read) => onProgress(read, size)));
  }

  private async prove(from: Checkpoint, to: Checkpoint): Promise<{ holds: boolean; proof: Uint8Array[] }> {
    const proof = from.size === 0 ? [] : await this.log.tiles.tree(to.size).consistencyProof(from.size);
    const claim = { fromSize: from.size, fromRoot: from.root, toSize: to.size, toRoot: to.root, proof };
    return { holds: verifyConsistency(claim), proof };
  }

  private async signedHead(trust: Trust): Promise<Checkpoint> {
    return openPinned(await this.log.tiles.checkpoint(), trust).checkpoint;
  }

  private async find(
    task: { digest: string } | { slot: string },
    size: number,
    onProgress: Progress,
  ): Promise<number> {
    if (size > ENTRIES_AT_MOST) {
      throw new LogUnreadable(
        `The log has ${size} entries; a browser looks through at most ${ENTRIES_AT_MOST}: use its index.`,
      );
    }
    const wanted = wantedHalf(task);
    const entries = await this.log.entries(size, (read) => onProgress(read, size));
    const start = 'slot' in task ? 0 : 32;
    const index = entries.findIndex((entry) => encodeHex(entry.subarray(start, start + 32)) === wanted);
    if (index === -1) throw new LogUnreadable('No entry of the log has it.');
    return index;
  }

  private async offered(): Promise<Offered> {
    const { log } = JSON.parse(await this.log.keys()) as { log: { origin: string; vkeys: string[] } };
    return { origin: log.origin, vkeys: log.vkeys, witnesses: await this.log.witnesses() };
  }

  private moment(): string {
    return this.now().toISOString();
  }
}

/** Computes the slot of a seal from its number and the log. */
function slotted(
  task: Exclude<EntryTask, { index: number }>,
  { origin }: Trust,
): { digest: string } | { slot: string } {
  return 'seal' in task ? { slot: encodeHex(historySlot(origin, task.seal)) } : task;
}

function wantedHalf(task: { digest: string } | { slot: string }): string {
  if ('slot' in task) return encodeHex(decodeHex(task.slot));
  if (!isDigest(task.digest)) throw new LogUnreadable('This is not a digest.');
  return encodeHex(digestBytes(task.digest));
}

function isOpened(note: string, trust: Trust): boolean {
  try {
    openPinned(note, trust);
    return true;
  } catch {
    return false;
  }
}

/** The verdict on one signature line. */
function lineOf(text: string, signature: NoteSignature, trust: Trust): NoteLine {
  const isBy = (keys: readonly KnownKey[]) => keys.find((key) => key.isNamedBy(signature));
  const [log, witness] = [isBy(trust.log), isBy(trust.witnesses)];
  const key = log ?? witness;
  const seen = witness === undefined ? null : decodeCosignature(signature.signature);
  return {
    name: signature.name,
    keyHash: signature.keyHash.toString(16).padStart(8, '0'),
    by: log !== undefined ? 'log' : witness !== undefined ? 'witness' : 'unknown',
    verdict: key === undefined ? 'unknown key' : key.verify(text, signature.signature) ? 'valid' : 'invalid',
    at: seen === null ? null : cosignatureMoment(seen.time),
  };
}
