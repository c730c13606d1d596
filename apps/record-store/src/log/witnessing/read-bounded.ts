/** Thrown where an answer is longer than what it may be. */
class AnswerTooLongError extends Error {
  override readonly name = 'AnswerTooLongError';
}

/** The text of an answer. @throws where it has more bytes than allowed, or is no UTF-8; it is then read no further. */
export async function readBounded(response: Response, bytesAtMost: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop cancels the stream, and with it the connection.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > bytesAtMost) throw new AnswerTooLongError(`It answers more than ${bytesAtMost} bytes.`);
    chunks.push(chunk);
  }
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
}
