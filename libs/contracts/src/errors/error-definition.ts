/** Definition of an error code. */
export interface ErrorDefinition {
  status: number;
  /** For people; a throw site may be more precise. */
  message: string;
  /** How to solve it. */
  resolution: string;
}
