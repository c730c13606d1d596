/** A pseudorandom generator of numbers from 0 to below a bound, the same in every run (linear congruential). */
export function numbersFrom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

const octal = (number: number) => `0${number.toString(8)}`;
const hex = (number: number) => `0x${number.toString(16)}`;
const dotted = (bytes: readonly number[], write: (byte: number) => string = String) =>
  bytes.map(write).join('.');
/** Other Unicode digits, which URL parsers map to ASCII (UTS 46). */
const moved = (text: string, zero: number) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
const circled = (text: string) =>
  text.replace(/[1-9]/g, (digit) => String.fromCodePoint(0x2460 + Number(digit) - 1));
const percent = (text: string) =>
  text.replace(/./g, (each) => `%${each.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** Hosts that a URL parser reads as this IPv4 address. WHATWG URL standard, "IPv4 parser". */
export function ipv4Forms(address: string): string[] {
  const bytes = address.split('.').map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  const [last3, last2] = [(b * 256 + c) * 256 + d, c * 256 + d];
  return [
    address,
    `${address}.`,
    dotted(bytes, octal),
    dotted(bytes, (byte) => `000${octal(byte)}`),
    dotted(bytes, hex),
    dotted(bytes, (byte) => hex(byte).toUpperCase()),
    dotted(bytes, (byte) => `0x000${byte.toString(16)}`),
    `${octal(a)}.${hex(b)}.${c}.${octal(d)}`,
    String(number),
    octal(number),
    hex(number),
    hex(number).toUpperCase(),
    `${a}.${last3}`,
    `${hex(a)}.${octal(last3)}`,
    `${a}.${b}.${last2}`,
    `${octal(a)}.${b}.${hex(last2)}`,
    moved(address, 0xff10),
    moved(address, 0x1d7ce),
    circled(address),
    address.replaceAll('.', '\u3002'),
    address.replaceAll('.', '\uff0e'),
    percent(address),
    percent(hex(number)),
  ];
}

/** IPv6 addresses that lead to this IPv4 address or are equal to it. */
export function embeddedForms(address: string): string[] {
  const bytes = address.split('.').map(Number);
  const word = (index: number) => (((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0)).toString(16);
  const [high, low] = [word(0), word(2)];
  const turned = [high, low].map((each) => (parseInt(each, 16) ^ 0xffff).toString(16));
  return [
    `::ffff:${address}`,
    `::ffff:${high}:${low}`,
    `0:0:0:0:0:FFFF:${high}:${low}`.toUpperCase(),
    `0000:0000:0000:0000:0000:ffff:${address}`,
    `::${address}`,
    `::${high}:${low}`,
    `::ffff:0:${address}`,
    `64:ff9b::${address}`,
    `64:ff9b::${high}:${low}`,
    `64:ff9b:1::${address}`,
    `2002:${high}:${low}::`,
    `2002:${high}:${low}:1::1`,
    `2001:0:4136:e378:8000:63bf:${turned.join(':')}`,
  ];
}

/** Hosts that a URL parser reads as this IPv6 address. */
export function ipv6Forms(address: string): string[] {
  return [`[${address}]`, `[${address.toUpperCase()}]`];
}
