/** Injects where browsers reach the Console. */
export abstract class ConsoleAddress {
  /**
   * The origin of a link that somebody else opens.
   * @param host `Host` of the request, which counts only where this machine alone connects and no setting names the Console.
   * @throws ServiceError `session.console_closed`, `session.cross_site`.
   */
  abstract ofLink(host: string | undefined): string;
}
