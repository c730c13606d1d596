import { createHash } from 'node:crypto';
import { ServiceError } from '@service/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredType } from './accept.js';
import { compressForCache, isCompressible, preferredCoding, type Coding } from './content-encoding.js';
import { namesTag } from './entity-tag.js';

/** Seconds for which any cache may use a document without asking. */
const CACHE_CONTROL = 'public, max-age=300';
/** Hex digits of a document’s tag. */
const DIGITS = 16;

/** A document for everybody, in memory: compressed once in each coding that is asked for, not at every request. */
export class ServedDocument {
  private readonly body: Buffer;
  private readonly digest: string;
  private readonly compressed = new Map<Coding, Promise<Buffer>>();

  /**
   * @param type media type, with its charset.
   * @param fields further header fields; a `cache-control` of theirs takes the place of the usual one.
   */
  constructor(
    private readonly type: string,
    body: string | Buffer,
    private readonly fields: Readonly<Record<string, string>> = {},
  ) {
    this.body = Buffer.from(body);
    this.digest = createHash('sha256').update(this.body).digest('hex').slice(0, DIGITS);
  }

  /**
   * Answers with the document, or with 304 where the caller has it. The strong tag names the coding too, because the
   * bytes differ (RFC 9110, section 8.8.3.3).
   * @throws ServiceError `request.not_acceptable`.
   */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { accept, 'accept-encoding': accepted, 'if-none-match': known } = request.headers;
    const [type = ''] = this.type.split(';');
    if (preferredType(accept, [type]) === null) {
      throw new ServiceError('request.not_acceptable', { message: `The document is ${type}.` });
    }
    const isVarying = isCompressible(type);
    const coding = isVarying ? preferredCoding(accepted) : null;
    const tag = `"${this.digest}${coding === null ? '' : `-${coding}`}"`;
    void reply.headers({ 'cache-control': CACHE_CONTROL, ...this.fields, etag: tag });
    if (isVarying) void reply.header('vary', 'Accept-Encoding');
    if (known !== undefined && namesTag(known, tag)) {
      void reply.code(304).send();
      return;
    }
    const body = coding === null ? this.body : await this.compressedBy(coding);
    if (coding !== null) void reply.header('content-encoding', coding);
    void reply.header('content-type', this.type).send(body);
  }

  private compressedBy(coding: Coding): Promise<Buffer> {
    const cached = this.compressed.get(coding) ?? compressForCache(this.body, coding);
    this.compressed.set(coding, cached);
    return cached;
  }
}
