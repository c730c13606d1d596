import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { checkInput } from '../inputs/check-input.js';
import { parseOptionalBody, requireStorable } from './json-body.js';

/**
 * Parses bodies and queries and validates them against their DTO classes. Bodies arrive here as bytes, because the
 * credential must be checked before the JSON.
 */
@Injectable()
export class BodyPipe implements PipeTransform {
  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if (type === 'body') return checked(parseOptionalBody(value), metatype);
    if (type !== 'query') return value;
    requireStorable(value);
    return checked(value, metatype);
  }
}

function checked(value: unknown, shape: ArgumentMetadata['metatype']): unknown {
  if (shape === undefined || (shape as unknown) === Object) return value;
  return checkInput(shape, value);
}
