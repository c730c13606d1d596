import { definePublicResource } from '../operations/public-resource.js';

/** What describes the interface. */
export const documentationResources = {
  openApi: definePublicResource('openapi.read'),
  asyncApi: definePublicResource('asyncapi.read'),
  errors: definePublicResource('errors.read'),
};
