import { Link } from '@tanstack/react-router';
import { asJson } from '../../api/as-json.js';
import { useAnswer } from '../../api/queries.js';
import { useMay } from '../../api/session.js';
import { CodeBlock } from '../../components/CodeBlock.js';
import { curlOf } from '../../format/curl.js';
import styles from './Overview.module.css';

const STEPS = [
  [
    'Grant an authority: who stands behind records, and for what',
    {
      method: 'POST',
      path: '/v1/authorities',
      body: { issuer: 'https://issuer.example', scope: ['https://issuer.example/'] },
    },
  ],
  [
    'Register a record with it',
    {
      method: 'POST',
      path: '/v1/records',
      body: { authority_id: 'aut_…', origin: 'https://issuer.example/a', content: 'Hello' },
    },
  ],
  ['Verify it', { method: 'POST', path: '/v1/records/verify', body: { record_id: 'rec_…' } }],
] as const;

/** The commands that fill a project which has no record yet. */
export function FirstSteps() {
  const mayRead = useMay('read');
  const { data } = useAnswer(
    ['records', 'any'],
    (api) => asJson(api.GET('/v1/records', { params: { query: { limit: 1 } } })),
    { enabled: mayRead },
  );
  if (data === undefined || data.data.length > 0) return null;
  return (
    <section className={styles.steps} aria-label="First steps">
      <h2>This project has no records yet</h2>
      <p className="note">
        <Link to="/credentials">Issue a credential</Link>, put its token into <code>SERVICE_TOKEN</code>, and
        send these from a terminal; what they do appears here by itself.
      </p>
      <ol>
        {STEPS.map(([what, call]) => (
          <li key={what}>
            <p>{what}</p>
            <CodeBlock text={curlOf(location.origin, call)} what={what} />
          </li>
        ))}
      </ol>
    </section>
  );
}
