/** Each has one fault, since readers differ in which of several they find first. */
const REFUSED = String.raw`
9007199254740992
-9007199254740993
1E20
1e21
1e23
1e400
-1e400
1e-400
1e99999999999999999999
333333333.33333329
0.1000000000000000055511151231257827
9007199254740990.3
1.7976931348623157e-10
"\ud800"
"\udc00\ud800"
"\ud83d\ud83d\ude00"
{"\udfff":1}
{"a":1,"a":1}
{"a":1,"\u0061":2}
{"b":[{"":0,"":0}]}
{"__proto__":1,"__proto__":2}
{"a":1,}
[1,]
[1}
{a:1}
'a'
01
+1
.5
1.
-
0x1
NaN
-Infinity
nul
True
"a
"\x"
"\u12g4"
{} x
1 2
// a
${''}`
  .split('\n')
  .filter((line) => line !== '');

const TEXTS = [
  '',
  '\ufeff{}',
  '\u00a01',
  '"\t"',
  '"\\',
  `1${'0'.repeat(500)}`,
  '"\u0000"',
  ...[64, 65].flatMap((levels) => [
    `${'['.repeat(levels)}${']'.repeat(levels)}`,
    `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`,
  ]),
  ...[400, 401].flatMap((length) => [`1.${'0'.repeat(length - 2)}`, `0.${'0'.repeat(length - 2)}`]),
  '0e99999999999999999999',
  '-0.0E-99999999999999999999',
  '1E+00002',
  '100e-2',
  '9007199254740991.0',
  '4503599627370495.5',
  ' \r\n\t{ "b" : [ 1 , true , null ] , "a" : "" } ',
  String.raw`{"€":5,"\r":1,"דּ":7,"1":2,"😀":6,"\u0080":3,"ö":4,"10":0,"9":0,"":0,"__proto__":{},"\uffff":8,"a":9,"A":10}`,
  String.raw`"\u0000\u001f\u007f\u0080\u2028\u2029\ufeff\uffff\ud83d\ude00\/\\\"<>&'"`,
];

const SEED = 8785;
const SEEDED = 250;

/** Texts of JSON, whole and with faults: some by hand, and more of a seed, the same in every run. */
export function jsonTexts(): string[] {
  const random = randomNumbers(SEED);
  return [...REFUSED, ...TEXTS, ...Array.from({ length: SEEDED }, () => randomValue(random, 1))];
}

type Random = (below: number) => number;

/** Mulberry32. */
function randomNumbers(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function randomValue(random: Random, depth: number): string {
  const several = <Value>(make: () => Value) => Array.from({ length: random(5) }, make);
  switch (random(depth < 4 ? 8 : 4)) {
    case 0:
      return ['true', 'false', 'null'][random(3)] as string;
    case 1:
    case 2:
      return randomNumber(random);
    case 3:
      return quoted(randomText(random), random);
    case 4:
    case 5:
      return `[${several(() => randomValue(random, depth + 1)).join(',')}]`;
    default: {
      const names = [...new Set(several(() => randomText(random)))];
      const members = names.map((name) => `${quoted(name, random)}:${randomValue(random, depth + 1)}`);
      return `{${members.join(',')}}`;
    }
  }
}

/** Numbers of all magnitudes, of which a double holds each as it is written, but for some whole ones beyond 2^53. */
function randomNumber(random: Random): string {
  const sign = random(2) === 0 ? '' : '-';
  const digits = `${1 + random(9)}${random(1e7)}`;
  switch (random(5)) {
    case 0:
      return `${sign}${random(1e9)}`;
    case 1:
      return `${sign}${digits}e-${1 + random(250)}`;
    case 2:
      return `${sign}${random(1e4)}.${digits}`;
    case 3:
      return `${sign}${random(100)}E+${random(18)}`;
    default:
      return `${sign}${(random(2 ** 31) + 0.5) / 2 ** random(60)}`;
  }
}

function randomText(random: Random): string {
  const ranges = [
    [0x20, 0x7f],
    [0, 0x20],
    [0x80, 0x800],
    [0x2000, 0x2030],
    [0xe000, 0x10000],
    [0x10000, 0x110000],
  ] as const;
  return Array.from({ length: random(4) }, () => {
    const [from, to] = ranges[random(ranges.length)] as readonly [number, number];
    return String.fromCodePoint(from + random(to - from));
  }).join('');
}

/** A text with some of its code units escaped. */
function quoted(text: string, random: Random): string {
  const written = Array.from(
    JSON.stringify(text)
      .slice(1, -1)
      .matchAll(/\\u....|\\.|[^]/gu),
    ([each]) => (each.startsWith('\\') || random(3) > 0 ? each : escaped(each)),
  );
  return `"${written.join('')}"`;
}

function escaped(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
