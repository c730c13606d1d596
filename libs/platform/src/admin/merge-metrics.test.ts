import { expect, it } from '@jest/globals';

import { mergeMetrics } from './merge-metrics.js';

const first = `# HELP up Whether it is up.
# TYPE up gauge
up 1

# HELP age_seconds Its age.
# TYPE age_seconds gauge
age_seconds{environment="development",of="a} 1"} 2
`;
const second = `# HELP age_seconds Its age.
# TYPE age_seconds gauge
age_seconds{of="b"} 3

# HELP up Whether it is up.
# TYPE up gauge
up 0
`;

it('joins the samples of each metric, with the labels of their process', () => {
  const merged = mergeMetrics([
    { text: '# HELP up Whether it is up.\n# TYPE up gauge\nup 7\n', labels: {} },
    { text: first, labels: { environment: 'development' } },
    { text: second, labels: { environment: 'production' } },
  ]);
  expect(merged).toBe(`# HELP up Whether it is up.
# TYPE up gauge
up 7
up{environment="development"} 1
up{environment="production"} 0

# HELP age_seconds Its age.
# TYPE age_seconds gauge
age_seconds{environment="development",of="a} 1"} 2
age_seconds{of="b",environment="production"} 3

`);
});
