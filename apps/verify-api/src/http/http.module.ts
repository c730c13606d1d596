import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { Peppers } from '../authentication/peppers/peppers.js';
import { GatewayViews } from '../views/gateway-views.js';
import { AccessGuard } from './access.guard.js';
import { BodyPipe } from './body.pipe.js';
import { ConsistencyInterceptor } from './consistency/consistency.interceptor.js';
import { ConsistencyTokens } from './consistency/consistency-tokens.js';
import { Consistency } from './consistency/consistency.js';
import { ServiceErrorFilter } from './service-error.filter.js';
import { VersionInterceptor } from './version.interceptor.js';

/** The guards, interceptors and filters of every HTTP request. */
@Global()
@Module({
  providers: [
    BodyPipe,
    {
      provide: Consistency,
      inject: [Peppers, GatewayViews],
      useFactory: (peppers: Peppers, { shown }: GatewayViews) =>
        new Consistency(new ConsistencyTokens(peppers), shown),
    },
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_PIPE, useExisting: BodyPipe },
    { provide: APP_FILTER, useClass: ServiceErrorFilter },
    { provide: APP_INTERCEPTOR, useClass: ConsistencyInterceptor },
    { provide: APP_INTERCEPTOR, useClass: VersionInterceptor },
  ],
  exports: [BodyPipe, Consistency],
})
export class HttpModule {}
