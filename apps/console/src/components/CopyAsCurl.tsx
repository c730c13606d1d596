import { curlOf, type CurlCall } from '../format/curl.js';
import { CopyButton } from './CopyButton.js';

/** Copies the command that makes the same call outside of the Console; the token is `$TOKEN`. */
export function CopyAsCurl({ call }: { call: CurlCall }) {
  return <CopyButton text={curlOf(location.origin, call)} what="command for curl" label="Copy as curl" />;
}
