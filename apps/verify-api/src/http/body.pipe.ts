import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { ServiceError, invalidRequest, type ErrorDetail } from '@service/contracts';
import { validate, type ValidationError } from 'class-validator';
import { isObject, readInput } from '../inputs/read-input.js';
import { parseOptionalBody, requireStorable } from './json-body.js';
import { memberPath } from '../inputs/member-path.js';

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

async function checked(value: unknown, shape: ArgumentMetadata['metatype']): Promise<unknown> {
  if (shape === undefined || (shape as unknown) === Object) return value;
  if (!isObject(value)) throw invalidRequest('', 'must be an object');
  const { instance, problems } = readInput(shape, value);
  const errors = await validate(instance, { forbidUnknownValues: true, stopAtFirstError: true });
  const details = [...problems, ...toDetails(errors, '')];
  if (details.length > 0) throw new ServiceError('request.invalid', { details });
  return instance;
}

function toDetails(problems: ValidationError[], path: string): ErrorDetail[] {
  return problems.flatMap((problem) => {
    const field = memberPath(path, problem.property, Array.isArray(problem.target));
    const own = Object.values(problem.constraints ?? {}).map((issue) => ({ field, issue }));
    return [...own, ...toDetails(problem.children ?? [], field)];
  });
}
