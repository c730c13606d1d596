import { digestText } from '../digest.js';
import type { JsonValue } from '../json/index.js';
import { UNPROVEN, type Lookup } from '../verdict.js';
import { Editable } from './editable.js';
import { registered } from './first-elements.js';
import type { Unusual } from './sample-service.js';
import { answering, type Tampering } from './sample-tamperings.js';

type Asked = Readonly<Record<string, JsonValue>>;

/** An answer to a request that looks a record up. @param reasons of the verdict. */
export function lookedUp(asked: Asked, lookup: Partial<Lookup>, reasons: string[] = []): Unusual {
  const by = Object.keys(asked)[0] ?? '';
  const found = { by, counts: UNPROVEN, current: true, matches: 1, revoked_matches: 0, ...lookup };
  return {
    request: { body: { ...asked } },
    body: (told) => {
      const body = new Editable(told);
      body.set('evidence.lookup', found);
      body.set('evidence.verdict.reasons', reasons);
      if (reasons.length > 0) body.set('evidence.verdict.result', 'failed');
      return body.value as typeof told;
    },
  };
}

/** The content that `rec_1` has, and the digest of the one that it had. */
export const CURRENT = 'amended';
export const FORMER = registered.content_digest;

const refused = (how: string, check: Tampering['check'], unusual: Unusual): Tampering =>
  answering(how, check, () => unusual);

/** Records that do not fit what they were looked up by. */
export const LOOKED_UP: Tampering[] = [
  refused('another external id', 'answer.lookup', lookedUp({ external_id: '43' }, {})),
  refused('a content that it never had', 'answer.lookup', lookedUp({ content: 'amender' }, {})),
  refused(
    'a digest that it never had',
    'answer.lookup',
    lookedUp({ content_digest: digestText('amender') }, { current: false }, ['lookup.not_current']),
  ),
  refused(
    'a former content, as if it were current',
    'answer.lookup',
    lookedUp({ content_digest: FORMER }, {}),
  ),
  refused(
    'a current content, as if it were former',
    'answer.lookup',
    lookedUp({ content: CURRENT }, { current: false }, ['lookup.not_current']),
  ),
  refused(
    'a record of another authority than was asked for',
    'answer.lookup',
    lookedUp({ content: CURRENT, authority_id: 'aut_2' }, {}),
  ),
  refused(
    'a former content without the reason',
    'answer.verdict',
    lookedUp({ content_digest: FORMER }, { current: false }),
  ),
  refused('a record among none that match', 'answer.lookup', lookedUp({ external_id: '42' }, { matches: 0 })),
  refused(
    'a good record, which alone matches and is revoked',
    'answer.lookup',
    lookedUp({ external_id: '42' }, { revoked_matches: 1 }),
  ),
  refused(
    'a look-up by another member',
    'answer.request',
    lookedUp({ external_id: '42' }, { by: 'content' }),
  ),
  refused(
    'a look-up by two members',
    'answer.request',
    lookedUp({ external_id: '42', content: CURRENT }, {}),
  ),
  refused('a look-up by an id', 'answer.request', lookedUp({ record_id: 'rec_1' }, { by: 'external_id' })),
  answering('a look-up that the answer does not show', 'answer.request', () => ({
    request: { body: { external_id: '42' } },
  })),
];
