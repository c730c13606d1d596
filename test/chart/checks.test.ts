import { describe, expect, it } from '@jest/globals';
import { SCHEMAS, conforms } from '../support/chart/conforms.ts';
import { everyOption, helmTemplate, podsOf, render, values } from '../support/chart/render.ts';
import { CHART, itWith, runTool } from '../support/chart/tools.ts';

/** Checks of kube-score that are left out, and why. */
const IGNORED: Record<string, string> = {
  'container-image-pull-policy': 'an image is named by its digest, or by the version of a release',
  'deployment-has-host-podantiaffinity':
    'pods are spread by topologySpreadConstraints, which it does not know',
};
/** Those that one pod with everything cannot pass. */
const IGNORED_STANDALONE: Record<string, string> = {
  'container-security-context-user-group-id': 'initdb needs a user of the image, whose id is 1000',
  'deployment-replicas': 'two pods would write to one volume',
  'deployment-strategy': 'for the same reason the old pod must end first',
  'service-type': 'kind has no load balancer',
};

const releases: [string, string[], Record<string, string>][] = [
  ['in kind', values('kind'), { ...IGNORED, ...IGNORED_STANDALONE }],
  ['in production', values('production'), IGNORED],
  ['with every option', everyOption, IGNORED],
  ['as a restored copy', values('copy'), IGNORED],
];

describe.each(releases)('the chart %s', (_, args, ignored) => {
  itWith('helm')('passes helm lint', () => {
    expect(runTool('helm', ['lint', '--strict', CHART, ...args])).toMatchObject({ ok: true });
  });

  itWith('helm', ...SCHEMAS)(
    'has only objects that Kubernetes and operators know, without a field too many',
    () => {
      expect(conforms(helmTemplate(args).output)).toMatchObject({ ok: true });
    },
  );

  itWith('helm', 'kube-score')('passes kube-score', () => {
    const flags = Object.keys(ignored).flatMap((check) => ['--ignore-test', check]);
    const known = ['--kubernetes-version', 'v1.30', '--ignore-container-cpu-limit', '--exit-one-on-warning'];
    const score = ['score', ...known, ...flags, '--output-format', 'ci', '-'];
    const { ok, output } = runTool('kube-score', score, helmTemplate(args).output);
    const found = output.split('\n').filter((line) => /^\[(CRITICAL|WARNING)\]/.test(line));
    expect({ ok, found }).toEqual({ ok: true, found: [] });
  });

  itWith('helm', 'pod-security')('is admitted by Pod Security at the level restricted', () => {
    const pods = podsOf(render(args)).map(({ metadata, spec }) => ({ metadata, spec }));
    expect(pods.length).toBeGreaterThan(0);
    expect(runTool('pod-security', [], JSON.stringify(pods))).toMatchObject({ ok: true });
  });
});

describe('the checks', () => {
  const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' } };
  const monitor = { apiVersion: 'monitoring.coreos.com/v1', kind: 'PodMonitor', metadata: { name: 'a' } };
  const endpoints = { podMetricsEndpoints: [], selector: {} };
  const changes = [
    ['of the core', service, {}, { selektor: {} }],
    ['of an operator', monitor, endpoints, { ...endpoints, podTargetLables: [] }],
    ['within a field of an operator', monitor, endpoints, { ...endpoints, selector: { matchLabel: {} } }],
  ] as const;
  itWith(...SCHEMAS).each(changes)('refuse an unknown field %s', (_, object, known, unknown) => {
    const answer = (spec: object) => conforms(JSON.stringify({ ...object, spec }));
    expect([answer(known), answer(unknown)]).toMatchObject([{ ok: true }, { ok: false }]);
  });

  itWith('pod-security')('refuse a pod that may run as root', () => {
    const pod = { metadata: { name: 'a' }, spec: { containers: [{ name: 'a', image: 'a' }] } };
    expect(runTool('pod-security', [], JSON.stringify([pod]))).toMatchObject({ ok: false });
  });

  it('leave out nothing without a reason', () => {
    const reasons = Object.values({ ...IGNORED, ...IGNORED_STANDALONE });
    expect(reasons.filter((reason) => reason.length < 20)).toEqual([]);
  });
});
