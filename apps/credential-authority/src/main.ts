import 'reflect-metadata';
import { hostOwner } from '@service/messaging';
import { CredentialAuthorityModule } from './credential-authority.module.js';

await hostOwner('credential_authority', (context) =>
  CredentialAuthorityModule.register({
    ...context,
    credentialsPerProject: context.settings.credentialsPerProject,
    authorityElementsPerProject: context.settings.authorityElementsPerProject,
  }),
);
