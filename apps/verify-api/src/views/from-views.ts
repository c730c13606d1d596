import type { Abstract, FactoryProvider } from '@nestjs/common';
import { GatewayViews } from './gateway-views.js';

/** Provides something that is made of the gateway's views. */
export function fromViews<Made>(
  provide: Abstract<Made>,
  useFactory: (views: GatewayViews) => Made,
): FactoryProvider<Made> {
  return { provide, inject: [GatewayViews], useFactory };
}
