// Made from docs/transitions.json by `npm run docs`; a test fails where the two differ.

/** The rules of the transitions of records, authorities and keys. */
export const TRANSITION_RULES = {
  format: 'transitions/v1',
  record: {
    states: ['active', 'suspended', 'superseded', 'expired', 'revoked'],
    constant: ['format', 'project_id', 'record_id', 'external_id', 'issuer'],
    changeable: ['origin', 'content_digest', 'expires_at'],
    expires: {
      member: 'expires_at',
      compare: '<=',
      transition: 'service.record.expired',
    },
    present: {
      successor_id: {
        transitions: ['service.record.superseded'],
        not: 'record_id',
      },
    },
    transitions: {
      'service.record.registered': {
        from: [],
        to: 'active',
        changes: [],
        reason: false,
        needs_active_authority: true,
        issuer_signs: true,
      },
      'service.record.amended': {
        from: ['active'],
        to: 'active',
        changes: ['origin', 'content_digest', 'expires_at'],
        reason: true,
        needs_active_authority: true,
        issuer_signs: true,
      },
      'service.record.suspended': {
        from: ['active'],
        to: 'suspended',
        changes: [],
        reason: true,
        needs_active_authority: false,
        issuer_signs: false,
      },
      'service.record.reinstated': {
        from: ['suspended'],
        to: 'active',
        changes: [],
        reason: true,
        needs_active_authority: true,
        issuer_signs: false,
      },
      'service.record.superseded': {
        from: ['active', 'suspended'],
        to: 'superseded',
        changes: [],
        reason: true,
        needs_active_authority: true,
        issuer_signs: false,
      },
      'service.record.expired': {
        from: ['active', 'suspended'],
        to: 'expired',
        changes: [],
        reason: false,
        needs_active_authority: false,
        issuer_signs: false,
      },
      'service.record.revoked': {
        from: ['active', 'suspended', 'superseded', 'expired'],
        to: 'revoked',
        changes: [],
        reason: true,
        needs_active_authority: false,
        issuer_signs: false,
      },
    },
  },
  authority: {
    states: ['active', 'suspended', 'expired', 'revoked'],
    constant: ['format', 'project_id', 'authority_id', 'issuer', 'public_key'],
    changeable: ['scope', 'valid_until'],
    expires: {
      member: 'valid_until',
      compare: '<=',
      transition: 'service.authority.expired',
    },
    present: {
      cause: {
        transitions: ['service.authority.revoked'],
        values: ['key_compromise', 'ceased', 'withdrawn'],
      },
      invalid_since: {
        transitions: ['service.authority.revoked'],
        cause: 'key_compromise',
        at_most: 'occurred_at',
      },
    },
    transitions: {
      'service.authority.granted': {
        from: [],
        to: 'active',
        changes: [],
        reason: false,
      },
      'service.authority.renewed': {
        from: ['active', 'suspended', 'expired'],
        to: {
          active: 'active',
          suspended: 'suspended',
          expired: 'active',
        },
        changes: ['valid_until'],
        reason: true,
      },
      'service.authority.scope_changed': {
        from: ['active', 'suspended'],
        to: {
          active: 'active',
          suspended: 'suspended',
        },
        changes: ['scope'],
        reason: true,
      },
      'service.authority.suspended': {
        from: ['active'],
        to: 'suspended',
        changes: [],
        reason: true,
      },
      'service.authority.reinstated': {
        from: ['suspended'],
        to: 'active',
        changes: [],
        reason: true,
      },
      'service.authority.expired': {
        from: ['active', 'suspended'],
        to: 'expired',
        changes: [],
        reason: false,
      },
      'service.authority.revoked': {
        from: ['active', 'suspended', 'expired'],
        to: 'revoked',
        changes: [],
        reason: true,
      },
    },
  },
  key: {
    states: ['active', 'revoked'],
    constant: ['format', 'key_id', 'purpose', 'public_key'],
    changeable: [],
    expires: null,
    present: {
      cause: {
        transitions: ['service.key.revoked'],
        values: ['key_compromise', 'ceased'],
      },
      invalid_since: {
        transitions: ['service.key.revoked'],
        cause: 'key_compromise',
        at_most: 'occurred_at',
      },
    },
    transitions: {
      'service.key.published': {
        from: [],
        to: 'active',
        changes: [],
        reason: false,
      },
      'service.key.revoked': {
        from: ['active'],
        to: 'revoked',
        changes: [],
        reason: true,
      },
    },
  },
} as const;
