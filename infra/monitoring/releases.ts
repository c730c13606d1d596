/**
 * The labels that tell one release from another. Prometheus adds the first two in Kubernetes; elsewhere only
 * `environment` is there, and grouping by a label that no series has changes nothing.
 */
export const RELEASE_LABELS = ['namespace', 'release', 'environment'];

/** The same in an expression. */
export const RELEASE = RELEASE_LABELS.join(', ');

/** A metric in an expression, and the brace that opens its labels. */
const METRIC = /(?<![\w:"])((?:slo:|rvs_|cnpg_|pg_stat_|barman_cloud_|kubelet_)[a-z0-9_:]+)(\{?)/g;

/** The releases that have processes, none of which has the metric. */
export function absent(metric: string): string {
  return `(group by (${RELEASE}) (rvs_build_info) unless on (${RELEASE}) ${metric})`;
}

/**
 * An expression about one release alone, for a rule that the release brings. The chart replaces the words in capitals;
 * its database may be in another namespace.
 */
export function ofOneRelease(expression: string): string {
  return expression.replaceAll(METRIC, (_, name: string, brace: string) => {
    const own = /^(slo:|rvs_)/.test(name);
    const labels = own ? 'namespace="NAMESPACE",release="RELEASE"' : 'namespace="DATABASE_NAMESPACE"';
    return `${name}{${labels}${brace === '' ? '}' : ','}`;
  });
}
