import '../styles/index.css';
import './link.css';
import { saveFile } from '../components/save-file.js';
import { readView, type EvidenceView } from '../verifying/evidence-view.js';
import { verifier } from '../verifying/verifier.js';
import { element, paragraph } from './elements.js';
import { qrCode } from './qr-code.js';
import { openLink, type Opened, type Refusal } from './opening.js';
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

const page = document.querySelector('#link') as HTMLElement;
page.className = 'link';
// A link that is pasted over another one changes the fragment alone.
window.addEventListener('hashchange', () => location.reload());
void show();

async function show(): Promise<void> {
  const status = element('div', 'link-verdict', element('h1', '', 'Checking in this browser…'));
  status.setAttribute('role', 'status');
  page.replaceChildren(status);
  try {
    const { pin } = await verifier('meet', {});
    const opened = await openLink(location.hash.slice(1), pin.size);
    if (typeof opened === 'string') {
      const [title, says] = REFUSALS[opened];
      status.dataset['good'] = 'null';
      status.replaceChildren(element('h1', '', title), paragraph('', says));
      return;
    }
    await showOpened(status, opened);
  } catch {
    status.dataset['good'] = 'false';
    status.replaceChildren(
      element('h1', '', 'Not checked'),
      paragraph(
        '',
        'This browser could not check the proof. Nothing is said about the record: do not rely on it.',
      ),
    );
  }
}

async function showOpened(status: HTMLElement, opened: Opened): Promise<void> {
  const { link, bundle, answer } = opened;
  if (bundle === null) {
    const { report } = await verifier('answer', { answer });
    showSaid(status, saidOfAnswer(answer.answer, report, link));
    page.append(paper(), caution());
    return;
  }
  const request = { record_id: link.record_id };
  const { report, decision } = await verifier('verify', {
    evidence: bundle,
    request,
    withEntries: false,
    reasons: [],
  });
  const view = readView(bundle);
  showSaid(status, saidOfBundle(view, report, link));
  if (decision.kind === 'changed') {
    page.append(
      paragraph(
        'link-warning',
        `The log’s keys are not those that this browser saw before: ${decision.changes.join('; ')}.`,
      ),
    );
  }
  if (view !== null && report.good !== null) page.append(documentField(view));
  page.append(download(link.record_id, bundle), paper(), caution());
}

function showSaid(status: HTMLElement, { good, verdict, by, facts, checked, groups }: Said): void {
  status.dataset['good'] = String(good);
  status.replaceChildren(element('h1', '', verdict), ...(by === null ? [] : [paragraph('link-by', by)]));
  const list = element('dl', 'link-facts');
  for (const [name, value] of facts) list.append(element('dt', '', name), element('dd', '', value));
  const proven = element('ul', 'link-groups');
  for (const [title, outcome] of groups) {
    const item = element('li', '', `${title}: ${outcome}`);
    item.dataset['outcome'] = outcome;
    proven.append(item);
  }
  if (facts.length > 0) page.append(list);
  page.append(paragraph('link-checked', checked), proven);
}

/** Compares a document with the record: in this browser, by its digest. */
function documentField(view: EvidenceView): HTMLElement {
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
      const { is, says } = saidOfDocument(digest, view);
      result.dataset['is'] = String(is);
      result.textContent = says;
    } catch {
      result.textContent = 'The file could not be read.';
    }
  };
  input.addEventListener('change', () => void compare(input.files?.[0]));
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    void compare(event.dataTransfer?.files[0]);
  });
  const label = element(
    'label',
    '',
    element('span', '', 'Is this your document? Choose it, or drop it here.'),
    input,
  );
  const note = paragraph('link-note', 'It stays in this browser: nothing is uploaded.');
  return element('section', 'link-drop', label, note, result);
}

function download(recordId: string, bundle: string): HTMLElement {
  const button = element('button', '', 'Download the evidence');
  button.type = 'button';
  button.addEventListener('click', () => saveFile(`${recordId}.evidence.json`, 'application/json', bundle));
  const note = paragraph(
    'link-note',
    'Any of the verifiers checks it without this service: rvs verify FILE.',
  );
  return element('section', 'link-download', button, note);
}

/** For paper: the address as a QR code. */
function paper(): HTMLElement {
  const button = element('button', '', 'Print');
  button.type = 'button';
  button.addEventListener('click', () => window.print());
  const when = new Date().toISOString();
  const code = qrCode(location.href, 'The address of this page');
  const note = paragraph(
    'link-note',
    `As of ${when}. Scan the code to check it again: paper does not know of later changes.`,
  );
  return element('section', 'link-paper', button, element('div', 'link-code', code, note));
}

function caution(): HTMLElement {
  return paragraph(
    'link-note',
    'The program of this page comes from the service that it checks. If you trust neither, check the evidence with another verifier, on another machine.',
  );
}
