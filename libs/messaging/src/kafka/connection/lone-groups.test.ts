import { describe, expect, it } from '@jest/globals';
import { LoneGroups } from './lone-groups.js';
import type { Admin } from './port.js';

const ID = '0b9d3c52-3c65-4d0b-9a54-6f1f6f0e1c11';

/** A broker with groups, by how many members they have at each look. */
function broker(groups: Record<string, number[]>) {
  const deleted: string[] = [];
  let look = 0;
  const admin: Partial<Admin> = {
    listGroups: async () => Object.keys(groups),
    members: async (asked) => {
      const found = asked.map((group) => [group, groups[group]?.[look] ?? 0] as const);
      look += 1;
      return new Map(found);
    },
    deleteGroups: async (asked) => void deleted.push(...asked),
  };
  return { deleted, groups: new LoneGroups((work) => work(admin as Admin), 'verify-api') };
}

describe('the groups of earlier starts', () => {
  it('are deleted where they have no member at both looks', async () => {
    const left = `development.replies.verify-api.${ID}`;
    const { deleted, groups } = broker({ [left]: [0, 0] });
    await groups.sweep('development.', 0);
    expect(deleted).toEqual([left]);
  });

  it.each<[string, string, number[]]>([
    ['they have a member', `development.replies.verify-api.${ID}`, [1, 1]],
    ['their reader joins again meanwhile', `development.replies.verify-api.${ID}`, [0, 1]],
    ['they are of another app', `development.log.fold.record-store.${ID}`, [0, 0]],
    ['they are of another environment', `production.replies.verify-api.${ID}`, [0, 0]],
    ['they are shared', 'development.verify_api_records.records', [0, 0]],
  ])('stay where %s', async (_, group, members) => {
    const { deleted, groups } = broker({ [group]: members });
    await groups.sweep('development.', 0);
    expect(deleted).toEqual([]);
  });
});

it('the groups of a start are deleted at its end, once', async () => {
  const { deleted, groups } = broker({});
  const name = groups.name('development.replies');
  await groups.delete();
  await groups.delete();
  expect(deleted).toEqual([name]);
});
