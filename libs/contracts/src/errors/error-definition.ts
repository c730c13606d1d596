/** What the registry says of one code. */
export interface ErrorDefinition {
  status: number;
  /** For people; a throw site may say it more precisely. */
  message: string;
  /** How to get out of it. */
  resolution: string;
}
