import { CreatedQuery } from '../interface/inputs/created.query.js';

export class LinkQuery extends CreatedQuery {}
