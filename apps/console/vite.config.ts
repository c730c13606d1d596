import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

/**
 * Writes the order of the layers at the top of every style sheet: a page's sheet may load before the base, and the minifier drops an
 * order that it takes for needless.
 */
const layersInOrder: Plugin = {
  name: 'layers-in-order',
  // Runs after the styles are merged into one file.
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const asset of Object.values(bundle)) {
      if (asset.type === 'asset' && asset.fileName.endsWith('.css'))
        asset.source = `@layer base,components,frame,pages;${String(asset.source)}`;
    }
  },
};

/** What nearly every page uses, and the page that comes first. */
const SHARED =
  /console\/src\/(?:api|components|format|frame\/(?!palette)|live|charts\/(?!draw)|pages\/(?:overview\/|usage\/(?!UsagePage)|events\/SubjectLink|credentials\/credential-marks))/;

/** What the page of links uses too, which loads nothing else of the Console. */
const OF_LINKS =
  /evidence\/dist\/verifying\/(?:report|check-groups|options)|console\/src\/(?:api\/place|components\/save-file|format\/(?:environment|hex|hostile-text|locale|times|verdict-words)|frame\/reload-once|pages\/verify\/answer|verifying\/(?:evidence-view|verifier))/;

/**
 * One build serves every environment: all addresses are relative, and the service fills in the page's own
 * (`apps/verify-api/src/channels/console/files`). The dev server is not used: it injects inline styles, which the policy refuses.
 */
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  base: './',
  plugins: [layersInOrder],
  build: {
    target: 'baseline-widely-available',
    manifest: 'manifest.json',
    // A data: address is inline content.
    assetsInlineLimit: 0,
    // All styles are smaller than the requests for their parts.
    cssCodeSplit: false,
    // The polyfill is an inline script.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // React's licence, and those of the others, stay beside the code.
    rolldownOptions: {
      input: ['index.html', 'link.html'].map((name) => fileURLToPath(new URL(name, import.meta.url))),
      // In one file: each part of its own would be a request more of the first load.
      output: {
        codeSplitting: {
          groups: [
            { name: 'words', test: OF_LINKS, priority: 1 },
            { name: 'shared', test: SHARED },
          ],
        },
      },
      onwarn(warning, warn) {
        // Libraries mark what runs in browsers alone, which here is everything.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
    license: { fileName: 'licenses.md' },
  },
  worker: { format: 'es' },
});
