import { ValidationTypes, getMetadataStorage, type ValidationArguments } from 'class-validator';
import type { InputClass } from './member-shapes.js';

/** The decorators of one member, in the order in which class-validator runs them. */
interface MemberChecks {
  property: string;
  /** Where one is false, nothing else is checked. */
  conditions: readonly ((input: object, value: unknown) => boolean)[];
  checks: readonly MemberCheck[];
}

interface MemberCheck {
  validate(value: unknown, given: ValidationArguments): unknown;
  constraints: unknown[];
  each: boolean;
  validateIf: ((input: object, value: unknown) => boolean) | undefined;
}

/** What the decorators of a class check; null where they need more of class-validator than this. */
const compiled = new WeakMap<InputClass<object>, readonly MemberChecks[] | null>();

/**
 * Whether the decorators of an input's class accept it. They are looked up once for each class, where class-validator looks
 * them up and makes an error object for each member of each input. False says nothing: `validateSync` then decides, and
 * tells what is wrong.
 */
export function isSurelyValid(type: InputClass<object>, input: object): boolean {
  let members = compiled.get(type);
  if (members === undefined) {
    members = compile(type);
    compiled.set(type, members);
  }
  return members !== null && members.every((member) => accepts(member, type.name, input));
}

function accepts({ property, conditions, checks }: MemberChecks, targetName: string, input: object): boolean {
  const value = (input as Record<string, unknown>)[property];
  if (!conditions.every((condition) => condition(input, value))) return true;
  return checks.every(({ validate, constraints, each, validateIf }) => {
    if (validateIf !== undefined && !validateIf(input, value)) return true;
    const given = { targetName, property, object: input, value, constraints };
    if (!each) return validate(value, given) === true;
    return Array.isArray(value) && value.every((item) => validate(item, given) === true);
  });
}

function compile(type: InputClass<object>): MemberChecks[] | null {
  const storage = getMetadataStorage();
  const declared = storage.getTargetValidationMetadatas(type, '', false, false);
  // class-validator refuses an input whose class has no decorators.
  if (declared.length === 0) return null;
  const members: MemberChecks[] = [];
  for (const [property, metadatas] of Object.entries(storage.groupByPropertyName(declared))) {
    const conditions: MemberChecks['conditions'][number][] = [];
    const checks: MemberCheck[] = [];
    for (const { type: kind, constraints, constraintCls, each, validateIf } of metadatas) {
      if (kind === ValidationTypes.CONDITIONAL_VALIDATION) {
        conditions.push((constraints as MemberChecks['conditions'])[0] as (typeof conditions)[number]);
        continue;
      }
      if (kind !== ValidationTypes.CUSTOM_VALIDATION) return null;
      for (const { instance } of storage.getTargetValidatorConstraints(constraintCls)) {
        const validate = instance.validate.bind(instance) as MemberCheck['validate'];
        checks.push({ validate, constraints: constraints as unknown[], each, validateIf });
      }
    }
    members.push({ property, conditions, checks });
  }
  return members;
}
