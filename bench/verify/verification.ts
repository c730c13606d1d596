export const PATH = '/v1/records/verify';

/** What every verification of a measurement asks. */
export const REQUEST = {
  record_id: 'rec_example',
  evidence_scope: ['provenance' as const, 'authority' as const, 'state' as const],
};
