import '../styles/index.css';
import './link.css';
import { environment } from '../api/place.js';
import { saveFile } from '../components/save-file.js';
import { readView, type EvidenceView } from '../verifying/evidence-view.js';
import type { CheckedCase } from '../verifying/messages.js';
import { verifier } from '../verifying/verifier.js';
import { element, paragraph } from './elements.js';
import { qrCode } from './qr-code.js';
import { openLink, type Refusal } from './opening.js';
import { makeNonce, parseQuestion } from './question.js';
import { saidOfAnswer, saidOfBundle, saidOfDocument, type Said } from './words.js';

const REFUSALS: Record<Refusal, readonly [title: string, says: string]> = {
  gone: [
    'This link leads nowhere',
    'It was revoked, has expired, or is not complete. Nothing is said about any record. Ask whoever gave it to you for a new one.',
  ],
  busy: [
    'Not now',
    'The service does not answer this at the moment. Nothing is said about the record. Try again in a minute.',
  ],
  unreachable: [
    'Not reachable',
    'The service did not answer. Nothing is said about the record. Try again later.',
  ],
};

/** Milliseconds after which a page that comes into sight again is checked again. */
const SEEN = 60_000;

const page = document.querySelector('#link') as HTMLElement;
page.className = 'link';
const status = element('div', 'link-verdict');
status.setAttribute('role', 'status');
page.replaceChildren(status);

/** Ends with the verdict on the page. */
let showing = new AbortController();
let shownAt = 0;

// A link that is pasted over another one changes the fragment alone.
window.addEventListener('hashchange', () => void show());
// A page that is put aside must not come back with a verdict of another time.
window.addEventListener('pagehide', blank);
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) void show();
});
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible' && Date.now() - shownAt > SEEN) void show();
});
void show();

function blank(): AbortSignal {
  showing.abort();
  showing = new AbortController();
  delete status.dataset['good'];
  page.replaceChildren(status);
  status.replaceChildren(element('h1', '', 'Checking in this browser…'));
  return showing.signal;
}

async function show(): Promise<void> {
  shownAt = Date.now();
  const signal = blank();
  const verdict = await check(signal).catch(() => NOT_CHECKED);
  if (signal.aborted) return;
  const { good, title, says, parts } = verdict;
  status.dataset['good'] = String(good);
  status.replaceChildren(element('h1', '', title), ...says);
  page.append(...parts);
}

/** What is on the page. */
interface Verdict {
  good: boolean | null;
  title: string;
  /** Below the title. */
  says: readonly Node[];
  parts: readonly Node[];
}

const NOT_CHECKED: Verdict = {
  good: false,
  title: 'Not checked',
  says: [
    paragraph(
      '',
      'This browser could not check the proof. Nothing is said about the record: do not rely on it.',
    ),
  ],
  parts: [],
};

function refusal(why: Refusal): Verdict {
  const [title, says] = REFUSALS[why];
  return { good: null, title, says: [paragraph('', says)], parts: [] };
}

async function check(signal: AbortSignal): Promise<Verdict> {
  const question = parseQuestion(location.hash);
  if (question === null) return refusal('gone');
  const { recordId, proof } = question;
  const nonce = makeNonce();
  const met = await verifier('meet', {}).catch(() => null);
  const opened = await openLink(question, nonce, met?.pin.size ?? 0);
  if (typeof opened === 'string') return refusal(opened);
  if (met === null) return NOT_CHECKED;
  const { bundle, answer, shows } = opened;
  // Less than the address promises is no proof of it.
  if ((proof === 'answer') !== (bundle === null)) return NOT_CHECKED;
  if (bundle === null) {
    const checked = await verifier('answer', { answer, recordId, nonce });
    const { evidence, pinned, report } = checked;
    const said = saidOfAnswer(answer.answer, { ...checked, now: Date.now() }, { recordId, shows });
    return verdictOf(said, ...download(said, { evidence, pinned, good: report.good }));
  }
  const request = { record_id: recordId };
  const task = { evidence: bundle, request, nonce, withEntries: false, reasons: [] };
  const checked = await verifier('verify', task);
  const { pinned, report } = checked;
  const view = readView(bundle);
  const said = saidOfBundle(view, { ...checked, now: Date.now() }, { recordId, shows });
  const field = view === null || said.asOf === null ? [] : [documentField(view, said.good, signal)];
  return verdictOf(said, ...field, ...download(said, { evidence: bundle, pinned, good: report.good }));
}

function verdictOf(said: Said, ...parts: readonly Node[]): Verdict {
  const { good, verdict, by, facts, checked, groups, asOf } = said;
  const list = element('dl', 'link-facts');
  for (const [name, value] of facts) list.append(element('dt', '', name), element('dd', '', value));
  const proven = element('ul', 'link-groups');
  for (const [title, outcome] of groups) {
    const item = element('li', '', `${title}: ${outcome}`);
    item.dataset['outcome'] = outcome;
    proven.append(item);
  }
  return {
    good,
    title: environment === 'development' ? `Test data: ${verdict}` : verdict,
    says: byLine(by),
    parts: [
      ...(facts.length > 0 ? [list] : []),
      paragraph('link-checked', checked),
      ...(groups.length > 0 ? [proven] : []),
      ...parts,
      paper(asOf),
      caution(),
    ],
  };
}

/** The issuer’s name stands in its own element, in quotation marks, because it may imitate the page’s words. */
function byLine({ issuer, since }: Said['by']): Node[] {
  if (issuer === null) return since === null ? [] : [paragraph('link-by', `Registered on ${since}.`)];
  const name = element('bdi', 'link-issuer', `“${issuer}”`);
  return [paragraph('link-by', 'Issued by ', name, since === null ? '.' : ` on ${since}.`)];
}

/** Compares a document with the record: in this browser, by its digest. */
function documentField(view: EvidenceView, good: boolean | null, signal: AbortSignal): HTMLElement {
  const input = element('input', '');
  input.type = 'file';
  const result = paragraph('link-document');
  result.setAttribute('role', 'status');
  const compare = async (file: File | null | undefined) => {
    if (file == null) return;
    result.textContent = 'Comparing…';
    delete result.dataset['is'];
    try {
      const { digest } = await verifier('digest', { file });
      const { is, says } = saidOfDocument(digest, view, good);
      result.dataset['is'] = String(is);
      result.textContent = says;
    } catch {
      result.textContent = 'The file could not be read.';
    }
  };
  input.addEventListener('change', () => void compare(input.files?.[0]));
  document.addEventListener('dragover', (event) => event.preventDefault(), { signal });
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void compare(event.dataTransfer?.files[0]);
  };
  document.addEventListener('drop', drop, { signal });
  const label = element(
    'label',
    '',
    element('span', '', 'Is this your document? Choose it, or drop it here.'),
    input,
  );
  const note = paragraph('link-note', 'It stays in this browser: nothing is uploaded.');
  return element('section', 'link-drop', label, note, result);
}

/** Offers the case file where the answer's time is believed. It is made of the evidence that was checked, not of this page. */
function download({ asOf }: Said, checked: CheckedCase): readonly HTMLElement[] {
  if (asOf === null) return [];
  const button = element('button', '', 'Download the case file');
  button.type = 'button';
  const note = paragraph(
    'link-note',
    'One ZIP: the whole evidence, also what this page does not show, the keys, a page to read, and how to check it in ten years without this service.',
  );
  const save = async () => {
    try {
      const { bytes, name } = await verifier('caseFile', checked);
      saveFile(name, 'application/zip', bytes);
    } catch {
      note.textContent = 'The case file could not be made. Try again later.';
    }
  };
  button.addEventListener('click', () => void save());
  return [element('section', 'link-download', button, note)];
}

/**
 * For paper: the address as a QR code.
 * @param asOf signed time of the answer; null where it is not believed.
 */
function paper(asOf: string | null): HTMLElement {
  const button = element('button', '', 'Print');
  button.type = 'button';
  button.addEventListener('click', () => window.print());
  const code = qrCode(location.href, 'The address of this page');
  const note = paragraph(
    'link-note',
    `${asOf === null ? '' : `As of ${asOf}. `}Scan the code to check it again: paper does not know of later changes.`,
  );
  return element('section', 'link-paper', button, element('div', 'link-code', code, note));
}

function caution(): HTMLElement {
  return paragraph(
    'link-note',
    'The program of this page comes from the service that it checks. If you trust neither, check the evidence with another verifier, on another machine.',
  );
}
