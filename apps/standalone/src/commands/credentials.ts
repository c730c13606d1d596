import { forEachEnvironment } from '@service/platform/commands';
import { issueAdmin } from '../credentials/issue-admin.js';
import { readCredentialCommand } from '../credentials/read-credential-command.js';

const command = () => readCredentialCommand(process.argv.slice(2));

await forEachEnvironment(
  async (target) => {
    const { environment, projectId } = command();
    const { credentialId, token } = await issueAdmin(target, projectId);
    // Only the token goes to the standard output, so that it can be sent to a file or to a secret store.
    process.stderr.write(`${environment}: ${credentialId} of ${projectId}; its token is shown only now:\n`);
    process.stdout.write(`${token}\n`);
  },
  () => command().environment,
);
