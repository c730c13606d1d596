import { beforeEach, expect, it } from '@jest/globals';
import { SignsOfLife } from './signs-of-life.js';

let silences: number;
let life: SignsOfLife;
beforeEach(() => {
  silences = 0;
  life = new SignsOfLife(3, () => (silences += 1));
});
const look = (times: number) => {
  for (let count = 0; count < times; count += 1) life.look();
};

it('tells of each silence that is longer than the patience', () => {
  look(3);
  expect(silences).toBe(0);
  look(1);
  expect(silences).toBe(1);
  look(3);
  expect(silences).toBe(1);
  look(1);
  expect(silences).toBe(2);
});

it('begins to count again at each sign', () => {
  for (let count = 0; count < 5; count += 1) {
    look(3);
    life.seen();
  }
  expect(silences).toBe(0);
});
