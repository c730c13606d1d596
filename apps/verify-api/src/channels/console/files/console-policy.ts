/**
 * What a page of the Console may do: run its own scripts and styles, call its own origin, and nothing else. A string
 * becomes a script’s address in one place alone, where the worker that checks evidence is started (Trusted Types).
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

/** Nothing of the machine is used but passkeys, and the clipboard for the copies that somebody asks for. */
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
const PERMISSIONS = [
  ...REFUSED.map((feature) => `${feature}=()`),
  ...USED.map((feature) => `${feature}=(self)`),
].join(', ');

/** Header fields of everything that the Console is made of. */
export const CONSOLE_FIELDS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': PERMISSIONS,
};
