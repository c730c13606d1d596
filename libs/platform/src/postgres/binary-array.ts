/** Object ids of the types of the elements, which PostgreSQL compares with those of the parameter. */
const TYPES = { bytea: 17, text: 25, json: 114 } as const;
/** Bytes of the number of dimensions, of flags, the type of the elements, their number and the index of the first. */
const HEAD = 20;

/**
 * An array in PostgreSQL's binary format, for a parameter that is cast to an array: long texts and bytes are copied, whereas a
 * literal escapes them and the server reads it character by character.
 * @param elements strings are sent as UTF-8.
 */
export function binaryArray(type: keyof typeof TYPES, elements: readonly (string | Buffer)[]): Buffer {
  let length = HEAD;
  for (const element of elements) length += 4 + Buffer.byteLength(element);
  const array = Buffer.allocUnsafe(length);
  let end = 0;
  for (const value of [1, 0, TYPES[type], elements.length, 1]) end = array.writeInt32BE(value, end);
  for (const element of elements) {
    const start = end + 4;
    const bytes = typeof element === 'string' ? array.write(element, start) : element.copy(array, start);
    array.writeInt32BE(bytes, end);
    end = start + bytes;
  }
  return array;
}
