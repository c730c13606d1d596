import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { networkOf } from '@service/platform/addresses';
import { clientAddress } from '../../http/client-address.js';
import type { GatewayRequest } from '../../http/gateway-request.js';
import { Limits } from '../../limits/limits.js';

/** Sixty at once from one address, and then one a minute. */
const REPORTS = { perSecond: 1 / 60, burst: 60 };

/** Limits the reports of leaks from one address, before their body is parsed. */
@Injectable()
export class LeakLimitGuard implements CanActivate {
  constructor(private readonly limits: Limits) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<GatewayRequest>();
    this.limits.takeFor(`leaks:${networkOf(clientAddress(request))}`, REPORTS, Date.now());
    return true;
  }
}
