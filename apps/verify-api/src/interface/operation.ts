import type { Readable } from 'node:stream';
import type { ErrorCode, HeldCapability, OperationKind } from '@service/contracts';
import type { RateRule } from '../admission/limits/rules.js';
import type { SchemaName, Answer } from './schemas/schemas.js';
import { membersOf, type InputClass } from './inputs/member-shapes.js';
import type { Call, PublicCall } from './call.js';
import type { Deprecation } from './deprecation.js';
import type { Exactly, Form } from './schemas/from-schema.js';

/** What an operation requires of its caller: one of some capabilities, any credential, or nothing. */
export type Access = HeldCapability | readonly [HeldCapability, ...HeldCapability[]] | 'any' | 'public';

/** What admission and history know of an operation. */
export interface AdmittedOperation extends AdmissionTerms {
  /** The kind that limits and quotas count it as. */
  readonly kind: OperationKind;
}

interface AdmissionTerms {
  /** Its name in the interaction history and in usage: `records.verify`. */
  readonly name: string;
  readonly access: Access;
  /**
   * Present if it concerns a whole project. Names, for the message of the refusal, what a caller that is limited to some
   * authorities cannot do.
   */
  readonly ofWholeProject?: string;
  /**
   * Whether a person must re-authenticate for this one call. Every write sets it: true if it adds or removes a `passed`, or
   * changes who can do so or who learns of it. A batch needs it where its single call does.
   */
  readonly stepUp?: boolean;
  /** What its answer proves: the position of the log that it holds as of, and whether a signature covers this. */
  readonly proves?: 'position' | 'signed position' | 'signed position within';
  /** Present for a deprecated operation: every answer announces the end. */
  readonly deprecation?: Deprecation;
}

/** The methods of routes. */
export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The method and the path of a route, whose parts that begin with a colon are parameters. */
type HttpRoute = `${HttpMethod} /${string}`;

/** The description of an operation for every channel. */
export interface OperationTerms<Name extends SchemaName = SchemaName>
  extends AdmittedOperation, DefinedTerms<Name> {
  /** Where an HTTP request carries the input that is not in its path or header fields. */
  readonly takes?: 'body' | 'query';
}

/** The description as a definition states it. */
interface DefinedTerms<Name extends SchemaName> extends AdmissionTerms {
  /** Missing where the operation has no route: agents call it, or the route of a list serves it. */
  readonly http?: HttpRoute;
  /** Status of its answer over HTTP, if that is not 200. */
  readonly status?: 201 | 202;
  /** The operation that answers instead if `Accept` asks for NDJSON or CSV. Its input has a `format` too. */
  readonly exportedBy?: AnyOperation;
  /** The rows of its answer as a table, if it also answers `text/csv`. */
  readonly table?: (answer: never) => Iterable<string>;
  readonly summary: string;
  /** Schema of its answer. */
  readonly answer: Name;
  /** Whether its answer has a secret, so that no cache may store it. */
  readonly answersSecret?: true;
  /** `Cache-Control` of its answer, if it differs from the default. */
  readonly caching?: string;
  /** Requests that one network may make without a credential. */
  readonly perNetwork?: RateRule;
  /** Whether its answer comes from memory alone, so that it waits for no read of the database. */
  readonly fromMemory?: true;
  /** What `wait=N` in `Prefer` does, if it does not wait for the log. */
  readonly waits?: string;
  /** Its errors, in addition to those that every operation can answer. */
  readonly fails?: readonly ErrorCode[];
}

/** The error code of a version conflict; undefined for an operation that takes no version. */
export function conflictOf({ fails = [] }: Pick<OperationTerms, 'fails'>): ErrorCode | undefined {
  return fails.find((code) => code.endsWith('.version_conflict'));
}

/** What an operation's use case knows of the request. */
export type CallOf<Needed extends Access> = Needed extends 'public' ? PublicCall : Call;

/** An operation that callers can call through every channel. */
export interface Operation<
  Needed extends Access,
  Input extends object,
  UseCase extends object,
  Answered,
  Name extends SchemaName = SchemaName,
>
  extends OperationTerms<Name>, Definition<Needed, Input, UseCase, Answered, Name> {
  readonly access: Needed;
}

/** An operation as it is defined; `defineOperation` adds what follows from its route, access and input. */
interface Definition<
  Needed extends Access,
  Input extends object,
  UseCase extends object,
  Answered,
  Name extends SchemaName,
> extends DefinedTerms<Name> {
  readonly access: Needed;
  /** Missing if the operation has no input. */
  readonly input?: InputClass<Input>;
  /** The provider of the use case. */
  readonly useCase: abstract new (...parts: never[]) => UseCase;
  /** Only for a body that is not an object with the members of its input. */
  readonly body?: OwnBody<NoInfer<Input>>;
  /** Calls the use case. */
  execute(useCase: NoInfer<UseCase>, call: CallOf<Needed>, input: NoInfer<Input>): Answered;
  /** How many operations a batch counts as; one by default. */
  itemsOf?(input: NoInfer<Input>): number;
  /**
   * Ids that the interaction names; by default those in its path, or else the id of the answer, if it has one.
   * @param answer null before the use case runs, so that a refused request names its subjects too.
   */
  subjectsOf?(input: NoInfer<Input>, answer: Awaited<NoInfer<Answered>> | null): readonly string[];
}

/** How to read a body that is not an object with the members of an input. */
interface OwnBody<Input extends object> {
  /** JSON Schema (2020-12). */
  readonly schema: object;
  /** @throws ServiceError `request.invalid`. */
  read(body: unknown): Input;
}

/** Any operation, for lists that hold operations of different types. */
export type AnyOperation = Operation<Access, object, object, unknown>;

/** Answers that a use case writes as JSON itself; the compiler cannot compare them with a schema. */
type Rendered = string | Readable;

/** Requires an answer that fits its schema. In `Operation`, it would prevent the compiler from inferring the answer. */
interface Answering<Answered, Name extends SchemaName> {
  execute(...parts: never[]): AnswerCheck<Answered, Rendered, Name>;
}

/**
 * Defines an operation. Its use case must answer exactly what the schema of its answer describes. It counts as a verification
 * if it needs that capability, else as a read if it has no route, a GET, or no credential, and as a write otherwise.
 */
export function defineOperation<
  const Needed extends Access,
  UseCase extends object,
  Answered,
  const Name extends SchemaName,
  Input extends object = object,
>(
  definition: Definition<Needed, Input, UseCase, Answered, Name> & Answering<Answered, Name>,
): Operation<Needed, Input, UseCase, Answered, Name> {
  const { access, http, input, body } = definition;
  const isReading = http === undefined || http.startsWith('GET ');
  const members = input === undefined ? [] : [...membersOf(input)];
  const inPath = members.flatMap(([name, { from }]) => (from === 'path' ? [name as keyof Input] : []));
  const hasOwn = body !== undefined || members.some(([, { from }]) => from === undefined);
  return {
    ...(inPath.length > 0 && { subjectsOf: (given) => inPath.map((name) => String(given[name])) }),
    ...(hasOwn && http !== undefined && { takes: isReading ? 'query' : 'body' }),
    kind: access === 'verify' ? 'verify' : isReading || access === 'public' ? 'read' : 'write',
    ...definition,
  };
}

/**
 * The type that a returned answer must have: `unknown` if its form is exactly that of its schema. Otherwise it is a
 * type with a member that no answer has, so that the definition does not compile.
 * @template Rendered types that are not compared, because their code writes the text itself.
 */
type AnswerCheck<Returned, Rendered, Name extends SchemaName> = [
  Exclude<Awaited<Returned>, Rendered>,
] extends [never]
  ? unknown
  : Exactly<Form<Exclude<Awaited<Returned>, Rendered>>> extends Exactly<Form<Answer<Name>>>
    ? unknown
    : { 'What it returns is not what its schema describes': Name };
