import { curlOf, type CurlCall } from '../format/curl.js';
import { CopyButton } from './CopyButton.js';

/** Copies a call as a curl command; the token is `$TOKEN`. */
export function CopyAsCurl({ call }: { call: CurlCall }) {
  return <CopyButton text={curlOf(location.origin, call)} what="command for curl" label="Copy as curl" />;
}
