import type { ErrorDefinition } from './error-definition.js';

/** Errors of resources: one does not exist, or cannot change as requested. */
export const resourceErrors = {
  'record.not_found': {
    status: 404,
    message: 'No such record in this project.',
    resolution: 'Check the id, and that the credential belongs to the project and environment of the record.',
  },
  'record.too_many_matches': {
    status: 422,
    message: 'More records match than a look-up considers.',
    resolution: 'Name the record by `record_id`, or narrow the look-up by `authority_id`.',
  },
  'link.not_found': {
    status: 404,
    message: 'No such link, or not any more.',
    resolution:
      'Check the id, or ask whoever gave you the link: it was revoked, has expired or is incomplete.',
  },
  'link.limit_reached': {
    status: 409,
    message: 'The record has as many links as it may have.',
    resolution: 'Revoke a link of the record that is not needed any more.',
  },
  'authority.not_found': {
    status: 404,
    message: 'No such authority in this project.',
    resolution: 'Check the id, and that the credential belongs to the project of the authority.',
  },
  'credential.not_found': {
    status: 404,
    message: 'No such credential in this project.',
    resolution: 'Check the id, and that both credentials belong to one project.',
  },
  'subscription.not_found': {
    status: 404,
    message: 'No such subscription in this project.',
    resolution: 'Check the id, and that the credential belongs to the project of the subscription.',
  },
  'project.not_found': {
    status: 404,
    message: 'There is no such project.',
    resolution: 'Check the id, and that the project belongs to the environment of the credential.',
  },
  'operator.not_found': {
    status: 404,
    message: 'There is no such operator.',
    resolution: 'Check the id, and that the operator has a role in a project that you own.',
  },
  'operator.invitation_invalid': {
    status: 404,
    message: 'This invitation is not valid, or not any more.',
    resolution: 'Each link works once, and not for long: ask for a new one.',
  },
  'interaction.not_found': {
    status: 404,
    message: 'No such interaction in this project’s history.',
    resolution: 'Check the request id, and that the day it belongs to is still kept.',
  },
  'delivery.not_found': {
    status: 404,
    message: 'No such delivery in this project.',
    resolution: 'Check the id, and that the days of its attempts are still kept.',
  },
  'replay.not_found': {
    status: 404,
    message: 'No such replay in this project.',
    resolution: 'Check the id; those of replays are in the answers to requests for them.',
  },
  'event.not_found': {
    status: 404,
    message: 'No such event in this project.',
    resolution: 'Check the id, and that the day it belongs to is still kept.',
  },
  'event.cursor_expired': {
    status: 410,
    message: 'Events that follow this cursor are not kept any more.',
    resolution:
      'Some events were missed: read what you keep a copy of again, and list events from the beginning, without a cursor.',
  },
  'record.transition_not_allowed': {
    status: 409,
    message: 'The record’s state does not allow this.',
    resolution: 'Read the record: a superseded or an expired one can only be revoked, and revoked is final.',
  },
  'record.already_exists': {
    status: 409,
    message: 'A record with this external_id exists in the project.',
    resolution: 'Use the record that `existing_id` names, or another external_id.',
  },
  'record.history_full': {
    status: 409,
    message: 'The record has had as many transitions as a record may have.',
    resolution: 'Register a new record; this one can still be revoked.',
  },
  'authority.not_active': {
    status: 409,
    message: 'The authority is not active.',
    resolution: 'Reinstate or renew the authority, or name another one.',
  },
  'authority.transition_not_allowed': {
    status: 409,
    message: 'The authority’s state does not allow this.',
    resolution: 'Read the authority; revoked is final.',
  },
  'authority.limit_reached': {
    status: 409,
    message: 'The authority, or all of its project together, have had as many changes as they may have.',
    resolution:
      'After 1,000 changes of an authority, grant another one; else ask the operator to raise AUTHORITY_ELEMENTS_PER_PROJECT. An authority can still be suspended and revoked.',
  },
  'credential.transition_not_allowed': {
    status: 409,
    message: 'The credential’s state does not allow this.',
    resolution: 'Read the credential; expired and revoked are final.',
  },
  'credential.rotating': {
    status: 409,
    message: 'The credential is rotating: another rotation would end a token that still works.',
    resolution:
      'Wait until `overlap_ends_at`; or send `"force": true`, which ends the old token at once, and use the newest one everywhere.',
  },
  'credential.limit_reached': {
    status: 409,
    message: 'The project has as many credentials as a project may have.',
    resolution: 'Revoke one of them that is not used any more; revoked and expired ones do not count.',
  },
  'delivery.blocked': {
    status: 409,
    message: 'An earlier delivery of the same subject comes first.',
    resolution: 'Retry the delivery that `blocked_by` names; this one follows when that one has ended.',
  },
  'delivery.transition_not_allowed': {
    status: 409,
    message: 'The delivery’s state does not allow this.',
    resolution: 'Read the delivery; what has succeeded can be replayed, and what was cancelled cannot.',
  },
  'subscription.transition_not_allowed': {
    status: 409,
    message: 'The subscription’s state does not allow this.',
    resolution: 'Read the subscription; revoked is final, and a disabled one can be enabled.',
  },
  'subscription.rotating': {
    status: 409,
    message: 'The secret is rotating: another rotation would end a secret that still signs.',
    resolution:
      'Wait until `overlap_ends_at`; or send `"force": true`, after which nothing is signed with the old secret.',
  },
  'subscription.limit_reached': {
    status: 409,
    message:
      'The project has as many subscriptions, or the subscription as many waiting tests, as it may have.',
    resolution: 'Revoke one of the 50 subscriptions, or wait until one of the 100 tests has ended.',
  },
  'project.transition_not_allowed': {
    status: 409,
    message: 'The project’s state does not allow this.',
    resolution: 'Read the project.',
  },
  'project.limit_reached': {
    status: 409,
    message: 'As many subjects of the project are blocked, or were unblocked, as can be.',
    resolution:
      'Unblock one of the 200 that has no access at the issuer any more, and whose last token has expired. After 2,000 changes of a project nothing can be unblocked: have the issuer give a new subject.',
  },
  'operator.transition_not_allowed': {
    status: 409,
    message: 'The operator’s state does not allow this.',
    resolution: 'Read the operator; removed is final, and only an invited one has an invitation to renew.',
  },
  'operator.last_owner': {
    status: 409,
    message: 'This is the last owner of all projects.',
    resolution: 'Invite another owner of all projects first; the new one must have signed in.',
  },
  'operator.limit_reached': {
    status: 409,
    message: 'The operator has as many keys as an operator may have.',
    resolution: 'Remove one of the 20 first.',
  },
  'operator.key_refused': {
    status: 409,
    message: 'The key cannot be added or removed.',
    resolution:
      'Nobody adds a key that is somebody’s already, or removes the last one: add another one first.',
  },
  'record.version_conflict': {
    status: 412,
    message: 'The record has changed.',
    resolution: 'Read the record again and repeat the request with its new version.',
  },
  'authority.version_conflict': {
    status: 412,
    message: 'The authority has changed.',
    resolution: 'Read the authority again and repeat the request with its new version.',
  },
  'credential.version_conflict': {
    status: 412,
    message: 'The credential has changed.',
    resolution: 'Read the credential again and repeat the request with its new version.',
  },
  'subscription.version_conflict': {
    status: 412,
    message: 'The subscription has changed.',
    resolution: 'Read the subscription again and repeat the request with its new version.',
  },
  'operator.version_conflict': {
    status: 412,
    message: 'The operator has changed.',
    resolution: 'Read the operator again and repeat the request with its new version.',
  },
  'project.version_conflict': {
    status: 412,
    message: 'The project has changed.',
    resolution: 'Read the project again and repeat the request with its new version.',
  },
  'record.issuer_signature_invalid': {
    status: 422,
    message: 'The issuer’s signature is not the one that the authority’s key demands.',
    resolution:
      'Sign the record as it will be, after its newest `digest`, with the authority’s own key; leave issuer_signature out where the authority has none.',
  },
  'subscription.endpoint_not_allowed': {
    status: 422,
    message: 'Nothing can be delivered to this endpoint.',
    resolution: 'Name an endpoint that `details` has nothing against: https, at a public address.',
  },
  'record.successor_invalid': {
    status: 422,
    message: 'The successor must be another, active record of the same project.',
    resolution: 'Register the successor first, and name it.',
  },
} as const satisfies Record<string, ErrorDefinition>;
