/** Version of this package, sent in `User-Agent`. */
export const VERSION = '0.3.0';
