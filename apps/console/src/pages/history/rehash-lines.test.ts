import { expect, it } from '@jest/globals';
import { firstLinkOf, linkOf, linkText } from '@service/evidence';
import type { Line } from './interaction-line.js';
import { rehashLines } from './rehash-lines.js';

const LANE = { day: '2026-03-01', writer: 'wri_1', project_id: 'prj_1' };

function lane(count: number): Line[] {
  let link = firstLinkOf(LANE);
  return Array.from({ length: count }, (_none, index) => {
    const own = {
      format: 'interaction/v2',
      sequence: index + 1,
      request_id: `req_${index + 1}`,
      duration_ms: 0.25,
    };
    link = linkOf(link, JSON.stringify(own));
    const { day, writer } = LANE;
    return { ...own, day, writer, link: linkText(link), address: '::1', user_agent: null } as unknown as Line;
  });
}

it('the links of a whole lane follow from each other, newest first as oldest first', () => {
  expect(rehashLines('prj_1', lane(5))).toEqual({ sound: 5, broken: [], open: 0 });
  expect(rehashLines('prj_1', lane(5).reverse())).toEqual({ sound: 5, broken: [], open: 0 });
});

it('a line without the one before it stays open', () => {
  expect(rehashLines('prj_1', lane(5).slice(2))).toEqual({ sound: 2, broken: [], open: 1 });
});

it('a line that was changed is named, and so is one of another project', () => {
  const lines = lane(3);
  lines[1] = { ...(lines[1] as Line), request_id: 'req_changed' };
  expect(rehashLines('prj_1', lines)).toEqual({ sound: 2, broken: ['req_changed'], open: 0 });
  expect(rehashLines('prj_2', lane(2)).broken).toEqual(['req_1']);
});
