import { describe, expect, it } from '@jest/globals';
import { RequestsUnderWay } from './requests-under-way.js';

const refusal = (code: string) => expect.objectContaining({ code });

describe('the requests under way', () => {
  it('are limited, and one that has ended makes room for one', () => {
    const requests = new RequestsUnderWay(2);
    const [first] = [requests.enter(false), requests.enter(false)];
    expect(() => requests.enter(false)).toThrow(refusal('service.unavailable'));
    first?.leave();
    first?.leave();
    requests.enter(false);
    expect(() => requests.enter(false)).toThrow(refusal('service.unavailable'));
  });

  it('of one project are at most half, and leave the rest to others', () => {
    const requests = new RequestsUnderWay(4);
    const places = [1, 2].map(() => requests.enter(false));
    for (const place of places) place.enterFor('prj_a');
    const third = requests.enter(false);
    expect(() => third.enterFor('prj_a')).toThrow(refusal('rate.limited'));
    expect(requests.count).toBe(2);
    requests.enter(false).enterFor('prj_b');
    places[0]?.leave();
    requests.enter(false).enterFor('prj_a');
  });

  it('of one link are fewer, and none of its project', () => {
    const requests = new RequestsUnderWay(80);
    const places = [1, 2, 3, 4].map(() => requests.enter(true));
    for (const place of places) place.enterFor('lnk_a');
    expect(() => requests.enter(true).enterFor('lnk_a')).toThrow(refusal('rate.limited'));
    requests.enter(true).enterFor('lnk_b');
    places[0]?.leave();
    requests.enter(true).enterFor('lnk_a');
  });

  it('for the log are counted apart', () => {
    const requests = new RequestsUnderWay(2);
    const [place] = [requests.enter(false), requests.enter(false)];
    requests.enter(true);
    expect(() => requests.enter(true)).toThrow(refusal('service.unavailable'));
    expect(requests.count).toBe(3);
    place?.leave();
    expect(() => requests.enter(true)).toThrow(refusal('service.unavailable'));
  });

  it('of a payer with many take turns with those of others; of one with few, each is begun at once', async () => {
    const requests = new RequestsUnderWay(100);
    const begun: string[] = [];
    const begin = (project: string, count: number) =>
      Array.from({ length: count }, () => {
        const place = requests.enter(false);
        place.enterFor(project);
        return place.inTurn(
          () => void begun.push(project),
          () => undefined,
        );
      });
    const first = [...begin('a', 8), ...begin('b', 8)];
    expect(begun.join('')).toBe('aaaaaaaabbbbbbbb');
    const more = [...begin('a', 3), ...begin('b', 2), ...begin('c', 1)];
    expect(begun.slice(16)).toEqual(['c']);
    await Promise.all([...first, ...more]);
    expect(begun.slice(17).join('')).toBe('ababa');
  });

  it('of whoever was refused while they waited for their turn are not begun', async () => {
    const requests = new RequestsUnderWay(100);
    requests.enter(false).enterFor('a');
    const refused = new Error('refused');
    const begun: string[] = [];
    const places = Array.from({ length: 9 }, () => requests.enter(false));
    for (const place of places) place.enterFor('b');
    const waiting = places[0]?.inTurn(
      () => void begun.push('b'),
      () => {
        throw refused;
      },
    );
    await expect(waiting).rejects.toBe(refused);
    expect(begun).toEqual([]);
  });
});
