export const VERIFY_PATH = '/v1/records/verify';
