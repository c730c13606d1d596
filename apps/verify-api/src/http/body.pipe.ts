import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { ServiceError, invalidRequest, type ErrorDetail } from '@service/contracts';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import { parseOptionalBody, requireStorable } from './json-body.js';
import { memberPath } from './member-path.js';

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
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidRequest('', 'must be an object');
  }
  const instance = plainToInstance(shape, value) as object;
  const problems = await validate(instance, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    stopAtFirstError: true,
  });
  if (problems.length > 0) throw new ServiceError('request.invalid', { details: toDetails(problems, '') });
  return instance;
}

function toDetails(problems: ValidationError[], path: string): ErrorDetail[] {
  return problems.flatMap((problem) => {
    const field = memberPath(path, problem.property, Array.isArray(problem.target));
    const own = Object.entries(problem.constraints ?? {}).map(([rule, issue]) => ({
      field,
      issue: rule === 'whitelistValidation' ? 'is not a member of this request' : issue,
    }));
    return [...own, ...toDetails(problem.children ?? [], field)];
  });
}
