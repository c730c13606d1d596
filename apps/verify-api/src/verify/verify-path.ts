/** The path that a single record is verified at. */
export const VERIFY_PATH = '/v1/records/verify';
