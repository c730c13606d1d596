import { expect, it } from '@jest/globals';
import { LINKS_OF_RECORD, type CreateLink } from '@service/contracts';
import type { EventStore } from '@service/event-store';
import { newCommand } from '@service/messaging/commands';
import type { Pool } from 'pg';
import { MemoryStore } from '../testing/memory-store.js';
import { sendersOn } from '../testing/senders.js';
import { LinkCommands } from './link-commands.js';

it('a link that loses every number to another one is refused because its record has no room', async () => {
  const memory = new MemoryStore();
  await sendersOn(memory).create('prj_1');
  const taken = new Set<string>();
  /** Finds the first free number, which another link takes before this one can. */
  const query = async (_: string, [names]: [string[]]) => {
    const name = names.find((each) => !taken.has(each));
    if (name === undefined) return { rows: [] };
    taken.add(name);
    await memory.append({ streams: [], events: [], claims: [{ name, owner: 'lnk_other' }] } as never);
    return { rows: [{ name }] };
  };
  const links = new LinkCommands(memory as unknown as EventStore, { query } as unknown as Pool);
  const payload: CreateLink = {
    record_id: 'rec_1',
    authority_id: 'aut_1',
    shows: [],
    proof: 'history',
    expires_at: null,
    secret: { hmac: 'a'.repeat(64), pepper_id: 'b'.repeat(16) },
  };
  const command = newCommand('link.create', payload, {
    key: 'lnk_1',
    project_id: 'prj_1',
    issued_by: 'crd_1',
  });
  await expect(links.handle(command)).rejects.toMatchObject({ code: 'link.limit_reached' });
  expect(taken.size).toBe(LINKS_OF_RECORD);
});
