import type { ErrorDetail } from '@service/contracts';
import { ValidationTypes, getMetadataStorage, type ValidationArguments } from 'class-validator';
import { onceForClass, type InputClass } from './member-shapes.js';

/** The decorators of one member, in the order in which class-validator runs them. */
interface MemberChecks {
  property: string;
  /** If one is false, the checks do not run. */
  conditions: readonly Condition[];
  checks: readonly MemberCheck[];
}

type Condition = (input: object, value: unknown) => boolean;

interface MemberCheck {
  validate(value: unknown, given: ValidationArguments): unknown;
  constraints: unknown[];
  each: boolean;
  issue: string;
}

/**
 * What the class-validator decorators of an input's class refuse: the first problem of each member. Decorators are looked
 * up once for each class; class-validator itself looks them up, and makes an error object for each member, at every input.
 */
export function problemsOf(type: InputClass<object>, input: object): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  for (const member of checksOf(type)) {
    const issue = issueOf(member, type.name, input);
    if (issue !== null) problems.push({ field: member.property, issue });
  }
  return problems;
}

function issueOf(
  { property, conditions, checks }: MemberChecks,
  targetName: string,
  input: object,
): string | null {
  const value = (input as Record<string, unknown>)[property];
  for (const condition of conditions) if (!condition(input, value)) return null;
  if (value === undefined) return 'is missing';
  for (const { validate, constraints, each, issue } of checks) {
    const given = { targetName, property, object: input, value, constraints };
    const isValid = each
      ? Array.isArray(value) && value.every((item) => validate(item, given) === true)
      : validate(value, given) === true;
    if (!isValid) return issue;
  }
  return null;
}

/** @throws TypeError for a class-validator decorator that is not supported here. */
const checksOf = onceForClass((type): readonly MemberChecks[] => {
  const storage = getMetadataStorage();
  const depthOf = (target: unknown): number => chainOf(type).indexOf(target as InputClass<object>);
  // A class’s own decorators come before inherited ones.
  const declared = storage
    .getTargetValidationMetadatas(type, '', false, false)
    .sort((one, other) => depthOf(one.target) - depthOf(other.target));
  return Object.entries(storage.groupByPropertyName(declared)).map(([property, metadatas]) => {
    const conditions: Condition[] = [];
    const checks: MemberCheck[] = [];
    for (const { type: kind, constraints, constraintCls, each, message } of metadatas) {
      if (kind === ValidationTypes.CONDITIONAL_VALIDATION) {
        conditions.push((constraints as Condition[])[0] as Condition);
        continue;
      }
      if (kind !== ValidationTypes.CUSTOM_VALIDATION) throw unknownDecorator(type, property);
      for (const { instance } of storage.getTargetValidatorConstraints(constraintCls)) {
        const issue = typeof message === 'string' ? message : instance.defaultMessage?.();
        if (issue === undefined) throw unknownDecorator(type, property);
        const validate = instance.validate.bind(instance) as MemberCheck['validate'];
        checks.push({ validate, constraints: constraints as unknown[], each, issue });
      }
    }
    return { property, conditions, checks };
  });
});

/** A class and its ancestors. */
function chainOf(type: InputClass<object>): InputClass<object>[] {
  const above = Object.getPrototypeOf(type) as InputClass<object>;
  return above === Function.prototype ? [type] : [type, ...chainOf(above)];
}

function unknownDecorator({ name }: InputClass<object>, property: string): TypeError {
  return new TypeError(`${name}.${property} has a decorator that cannot be compiled.`);
}
