import type { components, operations } from './generated/openapi.js';

export type * from './generated/models.js';

type Schemas = components['schemas'];

/** Id of an operation in the OpenAPI document, as `records.verify`. */
export type OperationId = keyof operations;

/** An element of `Type` as a text or a list of texts, for filters that take several values. */
type Filter<Type> = Type extends readonly (infer Item)[] ? Item | readonly Item[] : Type;

/** The query of an operation. Filters that take several values also take a single value. */
export type QueryOf<Id extends OperationId> = {
  -readonly [Name in keyof NonNullable<operations[Id]['parameters']['query']>]: Filter<
    NonNullable<operations[Id]['parameters']['query']>[Name]
  >;
};

/** The body that an operation takes. */
export type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

export type ErrorBody = Schemas['Error'];

/** Code of an error of the service. Codes never change their meaning; a later release may add some. */
export type ErrorCode = ErrorBody['error']['code'];

export type LeakReport = BodyOf<'credentials.reportLeak'>;
export type Capability = Schemas['Capability'];
export type Environment = Schemas['Environment'];
export type EventType = Schemas['EventType'];
export type Receipt = Schemas['Receipt'];
export type RecordState = Schemas['RecordState'];
export type Verdict = Schemas['Verdict'];
