import { definePublicResource } from '../operations/public-resource.js';

/** The public resources that describe the interface. */
export const documentationResources = {
  openApi: definePublicResource('openapi.read'),
  asyncApi: definePublicResource('asyncapi.read'),
  pages: definePublicResource('documentation.read'),
};
