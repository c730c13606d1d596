/** Injects the address at which browsers reach the Console. */
export abstract class ConsoleAddress {
  /**
   * The origin for a link that another person opens.
   * @param host `Host` of the request; used only if no setting names the Console and just this machine can connect.
   * @throws ServiceError `session.console_closed`, `session.cross_site`.
   */
  abstract ofLink(host: string | undefined): string;
}
