/** Header fields with the evidence of an answer. */
export const AS_OF = 'Service-Evidence-As-Of';
export const SIGNATURE = 'Service-Evidence-Signature';
export const PATH = 'Service-Evidence-Path';

export const EVIDENCE_FIELDS = [AS_OF, SIGNATURE, PATH] as const;
