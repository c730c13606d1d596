import type { CheckName } from '../verifying/index.js';

/** The part of the evidence that a check examines and a click highlights. */
type LooksAt =
  | 'record'
  | 'record.newest'
  | 'record.links'
  | 'authorities'
  | 'keys'
  | 'all'
  | 'answer'
  | 'checkpoint'
  | 'receipt'
  | 'log';

interface CheckSentence {
  /** What a passed check proves, in one sentence. */
  proves: string;
  looksAt: LooksAt;
}

const say = (looksAt: LooksAt, proves: string): CheckSentence => ({ proves, looksAt });

/** What each check proves, in words. */
export const CHECK_SENTENCES: Readonly<Record<CheckName, CheckSentence>> = {
  'policy.signature': say('checkpoint', 'The trust policy is signed by the key that was pinned for it.'),
  'policy.version': say('checkpoint', 'The trust policy is not older than one that was seen before.'),
  'policy.expiry': say('checkpoint', 'The trust policy has not expired.'),
  'bundle.json': say('all', 'The document is JSON that every reader reads in the same way.'),
  'bundle.form': say('all', 'The document has exactly the members of an evidence bundle.'),
  'log.origin': say('checkpoint', 'The bundle is about the log that the reader pinned.'),
  'checkpoint.signature': say('checkpoint', 'The pinned key of the log signed this size and this root.'),
  'checkpoint.witnesses': say(
    'checkpoint',
    'Enough witnesses saw the same log, so that it shows nobody another one.',
  ),
  'keys.form': say('keys', 'Each key’s elements have exactly the members that they must have.'),
  'keys.digests': say('keys', 'No byte of a key’s elements was changed.'),
  'keys.sequence': say('keys', 'Nothing is missing between the elements of a key.'),
  'keys.links': say('keys', 'Each element of a key continues the one before it.'),
  'keys.subject': say('keys', 'Every element of a key is about that key, in this log.'),
  'keys.times': say('keys', 'The times of a key’s elements never go back.'),
  'keys.transitions': say('keys', 'Keys were published and revoked by the published rules.'),
  'keys.inclusion': say('keys', 'The signing keys are public entries of the log, the same for all.'),
  'answer.form': say('answer', 'The answer has the form of a verification.'),
  'answer.members': say(
    'answer',
    'The answer shows what was asked for, and nothing that this verifier does not know.',
  ),
  'answer.key': say('answer', 'The key that signed the answer is a published key for answers.'),
  'answer.path': say('answer', 'The answer is one of those that were signed together.'),
  'answer.signature': say('answer', 'The service gave exactly this answer to exactly this request.'),
  'answer.request_id': say('answer', 'The answer carries the id of the request that its signature covers.'),
  'answer.request': say('answer', 'The signed request is the one that was sent.'),
  'answer.nonce': say('answer', 'The answer was made after the nonce was sent.'),
  'answer.key_time': say('answer', 'The key for answers was valid when it signed.'),
  'record.form': say('record', 'Each element has exactly the members that it must have.'),
  'record.digests': say('record', 'No byte of an element was changed.'),
  'record.sequence': say('record', 'No element is missing, and none occurs twice.'),
  'record.links': say(
    'record.links',
    'Each element continues the one before it: the history is complete and in order.',
  ),
  'record.subject': say('record', 'Every element is about this record, in this log.'),
  'record.times': say('record', 'The times of the elements never go back.'),
  'record.transitions': say('record', 'Every state follows from the one before by the published rules.'),
  'authorities.form': say(
    'authorities',
    'Each element of an authority has exactly the members that it must have.',
  ),
  'authorities.digests': say('authorities', 'No byte of an authority’s elements was changed.'),
  'authorities.sequence': say('authorities', 'Nothing is missing in an authority’s history.'),
  'authorities.links': say('authorities', 'Each element of an authority continues the one before it.'),
  'authorities.subject': say('authorities', 'Every element of an authority is about it, in this log.'),
  'authorities.times': say('authorities', 'The times of an authority’s elements never go back.'),
  'authorities.transitions': say(
    'authorities',
    'Every state of an authority follows by the published rules.',
  ),
  'record.authority': say(
    'record',
    'Each element names a real element of its authority, with the same issuer.',
  ),
  'record.authority_active': say('record', 'The authority was active wherever the rules need it.'),
  'record.authority_current': say('record', 'No element relies on an outdated state of an authority.'),
  'keys.signatures': say('keys', 'The elements of the keys are signed by published keys.'),
  'keys.publication': say(
    'keys',
    'Each key was published by a key before it, back to the first entry of the log.',
  ),
  'record.signatures': say('record', 'The service’s published key signed every element.'),
  'authorities.signatures': say(
    'authorities',
    'The service’s published key signed every element of the authorities.',
  ),
  'record.issuer_signatures': say(
    'record',
    'Where the issuer has its own key, it signed each step, except suspensions and revocations by the project.',
  ),
  'elements.key_times': say('all', 'Every signing key was valid when it signed.'),
  'elements.salts': say('all', 'No salt occurs twice, so that no two elements can be taken for each other.'),
  'answer.record': say('record.newest', 'The answer is about this record, in its newest version.'),
  'answer.state': say('record.newest', 'The answer’s state is that of the newest element.'),
  'answer.provenance': say('record', 'The answer shows the same history as the bundle.'),
  'answer.authority': say('authorities', 'The answer describes the authority as its elements do.'),
  'answer.lookup': say('answer', 'The record has what it was looked up by.'),
  'answer.verdict': say(
    'answer',
    'The service’s verdict follows from the evidence: the verifier computed the same.',
  ),
  'answer.times': say('answer', 'No time in the answer contradicts another one.'),
  'record.inclusion': say('record.newest', 'The newest element is in the public log.'),
  'authorities.inclusion': say(
    'authorities',
    'The newest elements of the authorities are in the public log.',
  ),
  'elements.order': say(
    'all',
    'The log has every element before the end of what it rests on: its authority’s state, and its key.',
  ),
  'as_of.consistency': say(
    'checkpoint',
    'The log as the answer saw it is the beginning of the log under this checkpoint.',
  ),
  'as_of.elements': say(
    'record.newest',
    'What the answer shows was in the log at the position that it names.',
  ),
  'as_of.time': say('checkpoint', 'The position was the newest at its time, by the witnesses’ clocks.'),
  'log.entries': say('log', 'The log’s public entries make up exactly the signed root.'),
  'log.slots': say('log', 'No history in the whole log forks.'),
  'receipt.checkpoint': say('receipt', 'The pinned key signed the checkpoint of the receipt.'),
  'receipt.inclusion': say('receipt', 'The receipt leads from the newest element to that tree’s root.'),
  'receipt.consistency': say('receipt', 'The receipt’s tree and the checkpoint’s are of one history.'),
  'freshness.answer': say('answer', 'The answer is as recent as was asked for.'),
  'freshness.witnesses': say('checkpoint', 'The witnesses’ cosignatures are as recent as was asked for.'),
  'kept.signature': say('checkpoint', 'The checkpoint that the reader kept is one of the pinned log.'),
  'kept.consistency': say(
    'checkpoint',
    'The log only grew since the reader last saw it: its past was not rewritten.',
  ),
  'earlier.consistency': say(
    'checkpoint',
    'The bundle’s proof from an earlier size of the log leads to its checkpoint.',
  ),
  'elements.merge_delay': say(
    'all',
    'No element is dated long before a time at which witnesses saw the log without it.',
  ),
  'absence.record': say(
    'record.newest',
    'The log holds no later element of this record: nothing newer was hidden.',
  ),
  'absence.authorities': say('authorities', 'The log holds no later element of the authorities.'),
  'absence.keys': say(
    'keys',
    'The log holds no later element of the keys: none of them was revoked meanwhile.',
  ),
};
