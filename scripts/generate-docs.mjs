// Writes the documentation that is made from the code; a test fails where it is stale.
import { writeFile } from 'node:fs/promises';
import { settingsMarkdown } from '@service/platform/settings';
import { capabilitiesMarkdown, catalogue, errorsMarkdown } from '@service/verify-api';

await writeFile('docs/capabilities.md', capabilitiesMarkdown(catalogue));
await writeFile('docs/errors.md', errorsMarkdown());
await writeFile('docs/settings.md', settingsMarkdown());
