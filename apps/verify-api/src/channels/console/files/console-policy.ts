/**
 * What a page of the Console may do: run its own scripts and styles, call its own origin, and nothing else. Only the
 * code that starts the worker for evidence may turn a string into a script’s address (Trusted Types).
 */
const CONTENT = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types console-worker',
].join('; ');

/** Features that the Console does not need. It uses passkeys, and the clipboard when somebody copies a text. */
const REFUSED = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
const USED = ['clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get'];

function permissions(refused: readonly string[], used: readonly string[]): string {
  return [...refused.map((feature) => `${feature}=()`), ...used.map((feature) => `${feature}=(self)`)].join(
    ', ',
  );
}

/** Header fields of everything that the Console is made of. */
export const CONSOLE_FIELDS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissions(REFUSED, USED),
};

/** The header fields of the page of links, which anybody may open. */
export const LINK_FIELDS: Readonly<Record<string, string>> = {
  ...CONSOLE_FIELDS,
  'permissions-policy': permissions([...REFUSED, ...USED], []),
};
