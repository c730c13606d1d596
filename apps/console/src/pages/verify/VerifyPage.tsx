import type { CheckName } from '@service/evidence';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../components/Button.js';
import { CopyAsCurl } from '../../components/CopyAsCurl.js';
import { EmptyState } from '../../components/EmptyState.js';
import { ErrorPanel } from '../../components/ErrorPanel.js';
import { Places } from '../../components/Loaded.js';
import { Page, Section } from '../../components/Page.js';
import { ServerText } from '../../components/ServerText.js';
import { openFile, useOpenedFile, type OpenedFile } from '../../verifying/opened-file.js';
import { PinNotice } from '../../verifying/PinNotice.js';
import { CheckList } from './CheckList.js';
import { EvidenceChains } from './Elements.js';
import { LogProofs, TakeAway } from './Proofs.js';
import { sourceIn, type SourceSearch } from './sources.js';
import { useVerification, type Verification } from './use-verification.js';
import { Verdict } from './Verdict.js';
import { VerifyForm } from './VerifyForm.js';
import styles from './Verify.module.css';

/** Evidence of a record, checked in this browser. */
export function VerifyPage() {
  const { id, digest, external_id } = useSearch({ from: '/shell/verify' });
  const navigate = useNavigate();
  const file = useOpenedFile();
  useEffect(() => () => openFile(null), []);
  const [withEntries, setWithEntries] = useState(false);
  const [turn, setTurn] = useState(0);
  const source = useMemo(
    () => (file?.kind === 'bundle' ? file : sourceIn({ id, digest, external_id })),
    [file, id, digest, external_id],
  );
  const verification = useVerification(source, withEntries, turn);
  const asked = id ?? digest ?? external_id ?? '';
  const begin = (opened: OpenedFile | null) => {
    openFile(opened);
    setWithEntries(false);
    setTurn((before) => before + 1);
  };
  const ask = (search: SourceSearch) => {
    const nothing = { id: undefined, digest: undefined, external_id: undefined };
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, ...nothing, ...search }),
    } as never);
  };
  return (
    <Page
      title="Verify"
      lead="Whether a record is good, and whether the evidence for it holds: every check is made in this browser."
      actions={
        verification?.view !== undefined && verification.view !== null ? (
          <>
            <CopyAsCurl call={{ path: `/v1/records/${verification.view.recordId}/evidence` }} />
            <Button icon="refresh" onClick={() => setTurn((before) => before + 1)}>
              Verify again
            </Button>
          </>
        ) : undefined
      }
    >
      <VerifyForm
        key={asked}
        asked={asked}
        onSearch={(search) => {
          begin(null);
          ask(search);
        }}
        onFile={(opened) => {
          begin(opened);
          if (opened.kind === 'digest') ask({ digest: opened.digest });
        }}
      />
      {file?.kind === 'bundle' && (
        <p>
          The bundle in <ServerText text={file.file} />, which was not sent anywhere.
        </p>
      )}
      {file?.kind === 'digest' && file.digest === digest && (
        <p>
          <ServerText text={file.file} /> has the SHA-256 <code className={styles.digest}>{digest}</code>,
          made in this browser.
        </p>
      )}
      {verification === null ? (
        <EmptyState
          title="Nothing to verify yet"
          call={{ method: 'POST', path: '/v1/records/verify', body: { record_id: 'rec_…' } }}
        >
          <p>Type what you have, or drop a file. Programs do the same in one call.</p>
        </EmptyState>
      ) : (
        <Shown
          verification={verification}
          withEntries={withEntries}
          onReadLog={() => setWithEntries(true)}
          onAgain={() => setTurn((before) => before + 1)}
        />
      )}
    </Page>
  );
}

function Shown({
  verification,
  withEntries,
  onReadLog,
  onAgain,
}: {
  verification: Verification;
  withEntries: boolean;
  onReadLog: () => void;
  onAgain: () => void;
}) {
  const [lit, setLit] = useState<CheckName | null>(null);
  const chains = useRef<HTMLDivElement>(null);
  const { error, problem, findings, result } = verification;
  if (error !== null) return <ErrorPanel error={error} onRetry={onAgain} />;
  const light = (check: CheckName | null) => {
    setLit(check);
    requestAnimationFrame(() => {
      const first = chains.current?.querySelector('[data-marked="true"]');
      first?.closest('details')?.setAttribute('open', '');
      first?.scrollIntoView({ block: 'nearest' });
    });
  };
  return (
    <>
      {result !== null && <PinNotice decision={result.decision} onAccepted={onAgain} />}
      {problem === null ? (
        <Verdict verification={verification} />
      ) : (
        <p className="fault" role="alert">
          {problem}
        </p>
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          <Section title="Evidence">
            <CheckList findings={findings} report={result?.report ?? null} lit={lit} onLight={light} />
          </Section>
        </div>
        <div ref={chains} className={styles.column}>
          <Section title="Versions">
            {verification.view === null && result === null && problem === null ? (
              <Places lines={10} />
            ) : (
              <EvidenceChains
                verification={verification}
                lit={lit === null ? null : (findings.get(lit) ?? null)}
              />
            )}
          </Section>
        </div>
      </div>
      <LogProofs verification={verification} withEntries={withEntries} onReadLog={onReadLog} />
      <TakeAway verification={verification} />
    </>
  );
}
