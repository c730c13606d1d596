import { expect, it } from '@jest/globals';
import { OidcProvider } from './oidc-provider.js';

it('sends nobody to a provider where there is none', async () => {
  const sent = new OidcProvider({ oidc: null }).begin('http://localhost/', { returnTo: '/', stepUp: null });
  await expect(sent).rejects.toMatchObject({ code: 'session.method_closed' });
});
