// Generated from the OpenAPI document by `npm run docs`.

export interface paths {
    "/v1/asyncapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["documents.asyncapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/authorities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["authorities.list"];
        put?: never;
        post: operations["authorities.grant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/authorities/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["authorities.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/authorities/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["authorities.history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/authorities/{id}/reach": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["authorities.reach"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/authorities/{id}/reinstate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["authorities.reinstate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/authorities/{id}/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["authorities.renew"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/authorities/{id}/rescope": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["authorities.rescope"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/authorities/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["authorities.revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/authorities/{id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["authorities.suspend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credentials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["credentials.list"];
        put?: never;
        post: operations["credentials.issue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credentials/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["credentials.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["credentials.update"];
        trace?: never;
    };
    "/v1/credentials/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["credentials.revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credentials/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["credentials.rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/credentials/report-leak": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["credentials.reportLeak"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["deliveries.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["deliveries.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deliveries/{id}/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["deliveries.request"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deliveries/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["deliveries.retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deliveries/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["deliveries.retryBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deliveries/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["deliveries.summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/event-categories": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["eventCategories.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["events.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["events.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/interactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["interactions.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/interactions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["interactions.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/interactions/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["interactions.check"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["links.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/links/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["links.revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/log/{environment}/checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["log.checkpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/log/{environment}/checkpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["log.checkpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/log/{environment}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["log.keys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/log/{environment}/policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["log.policy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/log/{environment}/tile/{level}/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["log.tile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/log/{environment}/tile/entries/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["log.entries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/log/{environment}/witnesses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["log.witnesses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["documents.openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["operators.list"];
        put?: never;
        post: operations["operators.invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operators/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["operators.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operators/{id}/change-roles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["operators.changeRoles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operators/{id}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["operators.remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operators/{id}/renew-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["operators.renewInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["projects.list"];
        put?: never;
        post: operations["projects.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["projects.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["projects.update"];
        trace?: never;
    };
    "/v1/projects/{id}/block-subject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["projects.blockSubject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["projects.resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["projects.suspend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}/unblock-subject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["projects.unblockSubject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["projects.current"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["records.list"];
        put?: never;
        post: operations["records.register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["records.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["records.update"];
        trace?: never;
    };
    "/v1/records/{id}/amend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["records.amend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/{id}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["records.evidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["records.history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/{id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["links.list"];
        put?: never;
        post: operations["links.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/{id}/reinstate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["records.reinstate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["records.revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/{id}/supersede": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["records.supersede"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/{id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["records.suspend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["records.registerBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/batch/amend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["records.amendBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/batch/reinstate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["records.reinstateBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/batch/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["records.revokeBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/batch/supersede": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["records.supersedeBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/batch/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["records.suspendBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["records.verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/records/verify/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["records.verifyBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/replays/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["replays.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["status.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["subscriptions.list"];
        put?: never;
        post: operations["subscriptions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["subscriptions.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["subscriptions.update"];
        trace?: never;
    };
    "/v1/subscriptions/{id}/deliveries/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["deliveries.count"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["subscriptions.disable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["subscriptions.enable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/replays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["replays.list"];
        put?: never;
        post: operations["subscriptions.replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/replays/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["replays.count"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["subscriptions.revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["subscriptions.rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["subscriptions.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["usage.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description An empty object: what was sent was taken.
         * @example {}
         */
        Acknowledgement: Record<string, never>;
        /**
         * @example {
         *       "records": [
         *         {
         *           "record_id": "rec_01M84Q7XQDK589B8DS0MY75317",
         *           "reason": "A name was misspelt.",
         *           "content": "What the record says now."
         *         }
         *       ]
         *     }
         */
        AmendBatchBody: {
            /** @description The items, each answered for itself, in this order. */
            records: components["schemas"]["AmendItem"][];
        };
        /**
         * @description Give exactly one of `content_digest`, `content`.
         * @example {
         *       "reason": "A name was misspelt.",
         *       "content": "What the record says now."
         *     }
         */
        AmendBody: {
            /** @description The new content itself. Exactly one of `content_digest` and `content` is given. */
            content?: string;
            /** @description SHA-256 of the new content. Exactly one of `content_digest` and `content` is given. */
            content_digest?: string;
            /** @description When the record now expires; must be in the future. */
            expires_at?: components["schemas"]["SentMoment"] | null;
            /** @description The issuer’s Ed25519 signature over this transition, 64 bytes in base64url: needed where the authority has a `public_key`, and refused where it has none; a suspension and a revocation may do without. */
            issuer_signature?: string;
            /** @description Where the record now comes from. */
            origin?: string;
            /** @description The digest of the element before that the issuer signed: the record’s `digest`. Given with `issuer_signature`. */
            previous?: string;
            /** @description Why; stored beside the history. */
            reason: string;
            /** @description The sequence that the issuer signed: one more than the record’s `version`. Given with `issuer_signature`. */
            sequence?: number;
        };
        /** @description Give exactly one of `content_digest`, `content`. */
        AmendItem: {
            /** @description The new content itself. Exactly one of `content_digest` and `content` is given. */
            content?: string;
            /** @description SHA-256 of the new content. Exactly one of `content_digest` and `content` is given. */
            content_digest?: string;
            /** @description When the record now expires; must be in the future. */
            expires_at?: components["schemas"]["SentMoment"] | null;
            /** @description The issuer’s Ed25519 signature over this transition, 64 bytes in base64url: needed where the authority has a `public_key`, and refused where it has none; a suspension and a revocation may do without. */
            issuer_signature?: string;
            /** @description Where the record now comes from. */
            origin?: string;
            /** @description The digest of the element before that the issuer signed: the record’s `digest`. Given with `issuer_signature`. */
            previous?: string;
            /** @description Why; stored beside the history. */
            reason: string;
            /** @description The record to change. It may be in a batch once. */
            record_id: string;
            /** @description The sequence that the issuer signed: one more than the record’s `version`. Given with `issuer_signature`. */
            sequence?: number;
            /** @description The version to change, as `If-Match`: if there is a newer one, the record is not changed. */
            version?: number;
        };
        /**
         * @example {
         *       "id": "aut_01M84Q7XFGE2V7G3EB16SWGTBP",
         *       "project_id": "prj_01M84Q84T6GVQ9ZNWNJNX7T4N8",
         *       "issuer": "Example Registry",
         *       "scope": [
         *         "verify",
         *         "read"
         *       ],
         *       "valid_until": "2100-01-01T00:00:00.000Z",
         *       "public_key": null,
         *       "state": "active",
         *       "version": 1,
         *       "cause": null,
         *       "invalid_since": null,
         *       "reason": null,
         *       "created_at": "2026-11-23T17:28:44.534Z",
         *       "updated_at": "2026-11-23T17:28:44.534Z"
         *     }
         */
        Authority: {
            /**
             * @description Why it ended, from a closed list; null where it has not.
             * @enum {unknown}
             */
            cause: "key_compromise" | "ceased" | "withdrawn" | null;
            /** @description When it was created. */
            created_at: components["schemas"]["Moment"];
            /** @description Its id. */
            id: string;
            /** @description For a compromise: since when nothing counts any more; else null. */
            invalid_since: components["schemas"]["Moment"] | null;
            /** @description Who issues under the authority. */
            issuer: string;
            /** @description Id of the project. */
            project_id: string;
            /** @description Ed25519 key, 32 bytes in base64url; null where there is none. */
            public_key: string | null;
            /** @description Why it was last changed, in words; null where it is not stored or was erased. */
            reason: string | null;
            /** @description What the authority covers. */
            scope: string[];
            /** @description Its state. */
            state: components["schemas"]["AuthorityState"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Moment"];
            /** @description Until when the authority is valid. */
            valid_until: components["schemas"]["Moment"];
            /** @description Its version, from 1; every change adds one. */
            version: number;
        };
        AuthorityElement: {
            /** @description Id of the authority. */
            authority_id: string;
            /**
             * @description Why it ended, from a closed list; null where it has not.
             * @enum {unknown}
             */
            cause: "key_compromise" | "ceased" | "withdrawn" | null;
            /** @description SHA-256 of the canonical form (RFC 8785). */
            digest: string;
            /** @description Id of the event. */
            event_id: string;
            /**
             * @description Names the form, and with it what the members mean.
             * @constant
             */
            format: "element/v1";
            /** @description For a compromise: since when nothing counts any more; else null. */
            invalid_since: components["schemas"]["Moment"] | null;
            /** @description Who issues under the authority. */
            issuer: string;
            /** @description The transparency log. */
            log: string;
            /** @description When it happened. */
            occurred_at: components["schemas"]["Moment"];
            /** @description Digest of the element before; null for the first. */
            previous: string | null;
            /** @description Id of the project. */
            project_id: string;
            /** @description Ed25519 key, 32 bytes in base64url; null where there is none. */
            public_key: string | null;
            /** @description Digest of the reason under `salt`; null where none was given. */
            reason_digest: string | null;
            /** @description Random text that the reason’s digest covers. */
            salt: string;
            /** @description What the authority covers. */
            scope: string[];
            /** @description Its number in the chain, from 1. */
            sequence: number;
            /** @description By the service’s provenance key over the 32 bytes of `digest`; null for what is not signed yet. */
            signature: components["schemas"]["ElementSignature"] | null;
            /** @description Its state. */
            state: components["schemas"]["AuthorityState"];
            /**
             * @description Its type.
             * @enum {string}
             */
            type: "service.authority.granted" | "service.authority.renewed" | "service.authority.scope_changed" | "service.authority.suspended" | "service.authority.reinstated" | "service.authority.expired" | "service.authority.revoked";
            /** @description Until when the authority is valid. */
            valid_until: components["schemas"]["Moment"];
        };
        /**
         * @example {
         *       "data": [],
         *       "reasons": [],
         *       "next_cursor": null
         *     }
         */
        AuthorityHistory: {
            /** @description The items, in order. */
            data: components["schemas"]["AuthorityElement"][];
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
            /** @description The reasons that are stored, by the sequence of their elements. */
            reasons: components["schemas"]["ErasableReason"][];
        };
        AuthorityPage: {
            /** @description The items, in order. */
            data: components["schemas"]["Authority"][];
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "from": "2026-11-23T17:28:44.534Z",
         *       "records": 4,
         *       "elements": 5,
         *       "complete": true
         *     }
         */
        AuthorityReach: {
            /** @description Whether all records were looked at, not just the newest 10,000. */
            complete: boolean;
            /** @description Elements of these records since then. */
            elements: number;
            /** @description Null where everything is counted. */
            from: components["schemas"]["Moment"] | null;
            /** @description Records with an element since then. */
            records: number;
        };
        /** @enum {string} */
        AuthorityState: "active" | "suspended" | "expired" | "revoked";
        /** @enum {string} */
        Capability: "verify" | "read" | "write" | "share" | "subscribe" | "manage" | "audit";
        /**
         * @example {
         *       "reason": "Writes from now on.",
         *       "grants": [
         *         {
         *           "project_id": "prj_01M84Q84T6GVQ9ZNWNJNX7T4N8",
         *           "role": "operator"
         *         }
         *       ]
         *     }
         */
        ChangeRolesBody: {
            /** @description The roles in the place of those that the caller may give and take; others, which it cannot see, stay. */
            grants: {
                /** @description Id of the project; null for all projects, those of later too. */
                project_id: string | null;
                /**
                 * @description The role.
                 * @enum {string}
                 */
                role: "auditor" | "operator" | "admin" | "owner";
            }[];
            /** @description Why; stored beside the history. */
            reason: string;
        };
        /** @enum {string} */
        Channel: "api" | "mcp" | "console" | "events";
        ConsistencyProof: {
            /** @description Where it begins. */
            from: number;
            /** @description The hashes of the proof. */
            proof: string[];
            /** @description Where it ends. */
            to: number;
        };
        /**
         * @example {
         *       "id": "lnk_01M84Q81F2P6Z8X3V5N7B9C1DK",
         *       "project_id": "prj_01M84Q84T6GVQ9ZNWNJNX7T4N8",
         *       "record_id": "rec_01M84Q7XQDK589B8DS0MY75317",
         *       "shows": [
         *         "issuer",
         *         "origin",
         *         "dates"
         *       ],
         *       "proof": "history",
         *       "expires_at": "2100-01-01T00:00:00.000Z",
         *       "state": "active",
         *       "version": 1,
         *       "reason": null,
         *       "created_by": "crd_01M84Q6R11EM4D74N52CQ2MSFT",
         *       "created_at": "2026-11-23T17:28:44.534Z",
         *       "updated_at": "2026-11-23T17:28:44.534Z",
         *       "path": "/v/development#lnk_01M84Q81F2P6Z8X3V5N7B9C1DK_RVhBTVBMRS1FWEFNUExFLUVYQU1QTEUtRVhBTVBMRS0_rec_01M84Q7XQDK589B8DS0MY75317"
         *     }
         */
        CreatedLink: {
            /** @description When it was created. */
            created_at: components["schemas"]["Moment"];
            /** @description Id of the credential that created it; null where none did. */
            created_by: string;
            /** @description When it expires; null for never. */
            expires_at: components["schemas"]["Moment"] | null;
            /** @description Its id. */
            id: string;
            /** @description The page’s; behind `#` the id, the secret, the record and, where that is all, `answer`. Here only; null in the answer to a repeated request. */
            path: string | null;
            /** @description Id of the project. */
            project_id: string;
            /**
             * @description What it discloses.
             * @enum {string}
             */
            proof: "history" | "answer";
            /** @description Why it was last changed, in words; null where it is not stored or was erased. */
            reason: string | null;
            /** @description Id of the record. */
            record_id: string;
            /** @description What the page shows. */
            shows: ("issuer" | "origin" | "dates" | "versions" | "external_id")[];
            /**
             * @description Its state.
             * @enum {string}
             */
            state: "active" | "expired" | "revoked";
            /** @description When it last changed. */
            updated_at: components["schemas"]["Moment"];
            /** @description Its version, from 1; every change adds one. */
            version: number;
        };
        /**
         * @example {
         *       "id": "prj_01M84Q84T6GVQ9ZNWNJNX7T4N8",
         *       "name": "Registry of Examples",
         *       "quota": {
         *         "verify": 1000000
         *       },
         *       "max_credential_days": null,
         *       "state": "active",
         *       "version": 1,
         *       "reason": null,
         *       "blocked_subjects": [
         *         "auth0|5f7c8ec7c33c6c004bbafe82"
         *       ],
         *       "created_at": "2026-11-23T17:28:44.534Z",
         *       "updated_at": "2026-11-23T17:28:44.534Z",
         *       "admin_credential": {
         *         "id": "crd_01M84Q81EB0WB3T589505PZYXQ",
         *         "project_id": "prj_01M84Q84T6GVQ9ZNWNJNX7T4N8",
         *         "name": "Checkout service",
         *         "capabilities": [
         *           "verify"
         *         ],
         *         "expires_at": null,
         *         "authorities": null,
         *         "allowed_ips": null,
         *         "rate_limit": {
         *           "verify": 100
         *         },
         *         "metadata": {
         *           "team": "checkout"
         *         },
         *         "state": "active",
         *         "version": 1,
         *         "reason": null,
         *         "rotation": null,
         *         "key_id": "007YAiICQrdYKCiJ",
         *         "issued_by": "crd_01M84Q6R11EM4D74N52CQ2MSFT",
         *         "created_at": "2026-11-23T17:28:44.534Z",
         *         "updated_at": "2026-11-23T17:28:44.534Z",
         *         "token": "svc_dev_007YAiICQrdYKCiJ_EXAMPLE"
         *       }
         *     }
         */
        CreatedProject: {
            /** @description The project’s first credential, with its token. */
            admin_credential: components["schemas"]["IssuedCredential"];
            /** @description Subjects of the OAuth issuer that are refused, oldest first. Left out for a credential that could not block one. */
            blocked_subjects: string[];
            /** @description When it was created. */
            created_at: components["schemas"]["Moment"];
            /** @description Its id. */
            id: string;
            /** @description Longest life, in days, of a new credential; null for any. */
            max_credential_days: number | null;
            /** @description Its name, for people. */
            name: string;
            /** @description Operations a UTC day. */
            quota: components["schemas"]["Quota"];
            /** @description Of its newest suspension or resumption. */
            reason: string | null;
            /** @description Its state. */
            state: components["schemas"]["ProjectState"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Moment"];
            /** @description Its version, from 1; every change adds one. */
            version: number;
        };
        /**
         * @example {
         *       "shows": [
         *         "issuer",
         *         "dates"
         *       ],
         *       "expires_at": "2100-01-01T00:00:00.000Z"
         *     }
         */
        CreateLinkBody: {
            /** @description When the link ends; null, or left out, for a link that ends only when it is revoked. */
            expires_at?: components["schemas"]["SentMoment"] | null;
            /**
             * @description What the link discloses: by default the record’s whole `history`, or the signed `answer` alone.
             * @enum {string}
             */
            proof?: "history" | "answer";
            /** @description What the page shows; by default `issuer`, `origin` and `dates`. What it does not show is no secret: see `proof`. */
            shows?: ("issuer" | "origin" | "dates" | "versions" | "external_id")[];
        };
        /**
         * @example {
         *       "name": "Registry of Examples"
         *     }
         */
        CreateProjectBody: {
            /** @description The project’s name. */
            name: string;
        };
        /**
         * @example {
         *       "id": "crd_01M84Q81EB0WB3T589505PZYXQ",
         *       "project_id": "prj_01M84Q84T6GVQ9ZNWNJNX7T4N8",
         *       "name": "Checkout service",
         *       "capabilities": [
         *         "verify"
         *       ],
         *       "expires_at": null,
         *       "authorities": null,
         *       "allowed_ips": null,
         *       "rate_limit": {
         *         "verify": 100
         *       },
         *       "metadata": {
         *         "team": "checkout"
         *       },
         *       "state": "active",
         *       "version": 1,
         *       "reason": null,
         *       "rotation": null,
         *       "key_id": "007YAiICQrdYKCiJ",
         *       "issued_by": "crd_01M84Q6R11EM4D74N52CQ2MSFT",
         *       "created_at": "2026-11-23T17:28:44.534Z",
         *       "updated_at": "2026-11-23T17:28:44.534Z",
         *       "last_used_at": "2026-11-23T17:28:00.000Z"
         *     }
         */
        Credential: {
            /** @description Addresses and ranges that the credential may be used from; null for anywhere. */
            allowed_ips: string[] | null;
            /** @description Ids of the authorities that the credential reaches; null for all of the project. */
            authorities: string[] | null;
            /** @description What the credential may do. */
            capabilities: components["schemas"]["HeldCapability"][];
            /** @description When it was created. */
            created_at: components["schemas"]["Moment"];
            /** @description When it expires; null for never. */
            expires_at: components["schemas"]["Moment"] | null;
            /** @description Its id. */
            id: string;
            /** @description Id of the credential that issued it; null for an operator’s command. */
            issued_by: string | null;
            /** @description The part of the token that may be shown. */
            key_id: string;
            /** @description To the minute; follows within seconds. */
            last_used_at: components["schemas"]["Moment"] | null;
            /** @description Your own notes. */
            metadata: {
                [key: string]: string;
            };
            /** @description Its name, for people. */
            name: string;
            /** @description Id of the project. */
            project_id: string | null;
            /** @description Operations a second. */
            rate_limit: components["schemas"]["RateLimit"] | null;
            /** @description Why it was revoked. */
            reason: string | null;
            /** @description The overlap of a rotation, while the old token still works; null otherwise. */
            rotation: components["schemas"]["CredentialRotation"] | null;
            /** @description Its state. */
            state: components["schemas"]["CredentialState"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Moment"];
            /** @description Its version, from 1; every change adds one. */
            version: number;
        };
        CredentialPage: {
            /** @description The items, in order. */
            data: components["schemas"]["Credential"][];
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        CredentialRotation: {
            /** @description The part of the old token that may be shown. */
            old_key_id: string;
            /** @description When the old token was used last since the rotation, to the minute; null where it was not, and in the answer to a rotation. */
            old_last_used_at: components["schemas"]["Moment"] | null;
            /** @description When the old secret ends, or ended. */
            overlap_ends_at: components["schemas"]["Moment"];
        };
        /** @enum {string} */
        CredentialState: "active" | "rotating" | "expired" | "revoked";
        /**
         * @example {
         *       "project": {
         *         "id": "prj_01M84Q84T6GVQ9ZNWNJNX7T4N8",
         *         "name": "Registry of Examples",
         *         "quota": {
         *           "verify": 1000000
         *         },
         *         "max_credential_days": null,
         *         "state": "active",
         *         "version": 1,
         *         "reason": null,
         *         "blocked_subjects": [
         *           "auth0|5f7c8ec7c33c6c004bbafe82"
         *         ],
         *         "created_at": "2026-11-23T17:28:44.534Z",
         *         "updated_at": "2026-11-23T17:28:44.534Z"
         *       },
         *       "environment": "development",
         *       "credential_id": "crd_01M84Q81EB0WB3T589505PZYXQ",
         *       "capabilities": [
         *         "verify"
         *       ],
         *       "expires_at": null,
         *       "authorities": null,
         *       "allowed_ips": null,
         *       "rate_limit": {
         *         "verify": 100
         *       }
         *     }
         */
        CurrentProject: {
            /** @description Addresses and ranges that the credential may be used from; null for anywhere. */
            allowed_ips: string[] | null;
            /** @description Ids of the authorities that the credential reaches; null for all of the project. */
            authorities: string[] | null;
            /** @description What the credential may do. */
            capabilities: components["schemas"]["HeldCapability"][];
            /** @description Id of the credential. */
            credential_id: string;
            /** @description The environment of the credential: `development` or `production`. */
            environment: components["schemas"]["Environment"];
            /** @description When it expires; null for never. */
            expires_at: components["schemas"]["Moment"] | null;
            /** @description The credential’s project; null for an operator. */
            project: components["schemas"]["OwnProject"] | null;
            /** @description Operations a second. */
            rate_limit: components["schemas"]["RateLimit"] | null;
        };
        /**
         * @example {
         *       "id": "dlv_01M84Q81QWHFDA4H5DK6X3FPC0",
         *       "subscription_id": "sub_01M84Q8175V1CX6VBVACFHRRT9",
         *       "event_id": "evt_01M84Q7XQQPFF35RVX9NX10QW8",
         *       "event_type": "service.record.registered",
         *       "state": "succeeded",
         *       "attempts": [
         *         {
         *           "number": 1,
         *           "trigger": "schedule",
         *           "at": "2026-11-23T17:28:48.637Z",
         *           "status": 200,
         *           "error": null,
         *           "latency_ms": 41,
         *           "answer": "ok"
         *         }
         *       ],
         *       "next_attempt_at": null,
         *       "waiting": null,
         *       "blocked_by": null,
         *       "created_at": "2026-11-23T17:28:44.534Z",
         *       "updated_at": "2026-11-23T17:28:48.637Z"
         *     }
         */
        Delivery: {
            /** @description Every attempt, oldest first. */
            attempts: {
                /** @description Its first 1,024 bytes as text. */
                answer: string | null;
                /** @description When it happened. */
                at: components["schemas"]["Moment"];
                /** @description Why no whole answer came. */
                error: string | null;
                /** @description Milliseconds until the answer, or until none came. */
                latency_ms: number;
                /** @description Its number, from 1. */
                number: number;
                /** @description Null where no answer came. */
                status: number | null;
                /**
                 * @description Why it was made: by the retry schedule, or because somebody asked for it.
                 * @enum {string}
                 */
                trigger: "schedule" | "manual";
            }[];
            /** @description The delivery that has to end first: of an earlier event of the same subject. Null where there is none. */
            blocked_by: string | null;
            /** @description When it was created. */
            created_at: components["schemas"]["Moment"];
            /** @description Id of the event. */
            event_id: string;
            /** @description Type of the event. */
            event_type: string;
            /** @description Its id. */
            id: string;
            /** @description Null where none is to come, one is due or being made, an earlier event of the same subject is to be delivered first, or the subscription is disabled. */
            next_attempt_at: components["schemas"]["Moment"] | null;
            /**
             * @description Its state.
             * @enum {string}
             */
            state: "pending" | "succeeded" | "exhausted" | "cancelled";
            /** @description Id of the subscription. */
            subscription_id: string;
            /** @description When its last attempt was made; before the first, when it was created. */
            updated_at: components["schemas"]["Moment"];
            /**
             * @description What a pending delivery waits for: `attempt`, which is due or being made; `schedule`, the time of its next attempt; `endpoint`, which asked for a pause or failed repeatedly; `earlier_delivery`, which `blocked_by` names; `subscription_disabled`, until it is enabled. Null where the delivery is over.
             * @enum {unknown}
             */
            waiting: "attempt" | "schedule" | "endpoint" | "earlier_delivery" | "subscription_disabled" | null;
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "id": "dlv_01M84Q81QWHFDA4H5DK6X3FPC0",
         *           "subscription_id": "sub_01M84Q8175V1CX6VBVACFHRRT9",
         *           "event_id": "evt_01M84Q7XQQPFF35RVX9NX10QW8",
         *           "event_type": "service.record.registered",
         *           "state": "succeeded",
         *           "attempts": [
         *             {
         *               "number": 1,
         *               "trigger": "schedule",
         *               "at": "2026-11-23T17:28:48.637Z",
         *               "status": 200,
         *               "error": null,
         *               "latency_ms": 41,
         *               "answer": "ok"
         *             }
         *           ],
         *           "next_attempt_at": null,
         *           "waiting": null,
         *           "blocked_by": null,
         *           "created_at": "2026-11-23T17:28:44.534Z",
         *           "updated_at": "2026-11-23T17:28:48.637Z"
         *         }
         *       ]
         *     }
         */
        DeliveryBatch: {
            /** @description The items, in order. */
            data: (components["schemas"]["Delivery"] | components["schemas"]["Error"])[];
        };
        DeliveryPage: {
            /** @description The items, in order. */
            data: components["schemas"]["Delivery"][];
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "delivery_id": "dlv_01M84Q81QWHFDA4H5DK6X3FPC0",
         *       "method": "POST",
         *       "endpoint": "https://checkout.example/events",
         *       "headers": [
         *         {
         *           "name": "Service-Signature",
         *           "value": null,
         *           "signed": false
         *         },
         *         {
         *           "name": "Service-Event-Id",
         *           "value": "evt_01M84Q7XQQPFF35RVX9NX10QW8",
         *           "signed": true
         *         }
         *       ],
         *       "body": "{\"event\":{\"id\":\"evt_01M84Q7XQQPFF35RVX9NX10QW8\",\"type\":\"service.record.registered\"}}"
         *     }
         */
        DeliveryRequest: {
            /** @description The exact text; null where the event was dropped. */
            body: string | null;
            /** @description Id of the delivery. */
            delivery_id: string;
            /** @description Where the next attempt goes; those before may have gone elsewhere. */
            endpoint: string;
            /** @description The headers, in their order. */
            headers: {
                /** @description Its name, for people. */
                name: string;
                /** @description Whether the signatures cover it, as they do the body. */
                signed: boolean;
                /** @description Null for what each attempt has its own of, which is not stored. */
                value: string | null;
            }[];
            /**
             * @description The HTTP method.
             * @constant
             */
            method: "POST";
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "subscription_id": "sub_01M84Q8175V1CX6VBVACFHRRT9",
         *           "endpoint": "https://checkout.example/events",
         *           "state": "active",
         *           "failures": 12,
         *           "failing_since": "2026-11-23T17:28:44.534Z",
         *           "next_attempt_at": "2026-11-23T19:28:48.529Z",
         *           "disabled_after": "2026-11-28T17:28:45.529Z",
         *           "pending": 3
         *         }
         *       ]
         *     }
         */
        DeliverySummary: {
            /** @description The items, in order. */
            data: {
                /** @description When it is disabled, if every attempt fails until then; null where none has failed. */
                disabled_after: components["schemas"]["Moment"] | null;
                /** @description URL that events are posted to. */
                endpoint: string;
                /** @description Since when every attempt has failed; null where none has. */
                failing_since: components["schemas"]["Moment"] | null;
                /** @description Attempts that failed in a row; 0 after one that was acknowledged. */
                failures: number;
                /** @description Null where nothing waits, or an attempt is due or being made. */
                next_attempt_at: components["schemas"]["Moment"] | null;
                /** @description Deliveries that wait, of which 10000 at most are counted. */
                pending: number;
                /** @description Its state. */
                state: components["schemas"]["SubscriptionState"];
                /** @description Id of the subscription. */
                subscription_id: string;
            }[];
        };
        Disabled: {
            /** @description When it happened. */
            at: components["schemas"]["Moment"];
            /**
             * @description Why it ended, from a closed list; null where it has not.
             * @enum {string}
             */
            cause: "requested" | "failing" | "gone";
            /** @description Why it was last changed, in words; null where it is not stored or was erased. */
            reason: string;
        };
        ElementSignature: {
            /**
             * @description The algorithm of the signature.
             * @constant
             */
            algorithm: "Ed25519";
            /** @description Id of the key. */
            key_id: string;
            /** @description The signature, 64 bytes in base64url. */
            value: string;
        };
        /** @enum {string} */
        Environment: "development" | "production";
        ErasableReason: {
            /** @description Why it was last changed, in words; null where it is not stored or was erased. */
            reason: string;
            /** @description Random text that the reason’s digest covers. */
            salt: string;
            /** @description Its number in the chain, from 1. */
            sequence: number;
        };
        Error: {
            /** @description What went wrong. */
            error: {
                /** @description Id of the delivery that has to end first. */
                blocked_by?: string;
                /**
                 * @description What went wrong, for programs: codes never change their meaning.
                 * @enum {string}
                 */
                code: "request.malformed" | "request.invalid" | "authentication.missing" | "authentication.invalid" | "credential.revoked" | "credential.expired" | "credential.rotated_out" | "authority.insufficient_scope" | "credential.limited" | "request.origin_not_allowed" | "credential.environment_mismatch" | "credential.address_not_allowed" | "oauth.subject_blocked" | "project.suspended" | "route.not_found" | "request.method_not_allowed" | "request.not_acceptable" | "request.timeout" | "request.too_large" | "request.unsupported_media_type" | "request.batch_too_large" | "idempotency.key_reused" | "idempotency.result_forged" | "rate.limited" | "stream.too_many" | "quota.exceeded" | "request.headers_too_large" | "internal.error" | "service.unavailable" | "service.restored_copy" | "session.missing" | "session.ended" | "session.sign_in_failed" | "session.challenge_invalid" | "session.step_up_required" | "session.cross_site" | "session.console_closed" | "session.method_closed" | "session.not_found" | "operator.key_not_found" | "operator.address_taken" | "record.not_found" | "record.too_many_matches" | "link.not_found" | "link.limit_reached" | "authority.not_found" | "credential.not_found" | "subscription.not_found" | "project.not_found" | "operator.not_found" | "operator.invitation_invalid" | "interaction.not_found" | "delivery.not_found" | "replay.not_found" | "event.not_found" | "event.cursor_expired" | "record.transition_not_allowed" | "record.already_exists" | "record.history_full" | "authority.not_active" | "authority.transition_not_allowed" | "authority.limit_reached" | "credential.transition_not_allowed" | "credential.rotating" | "credential.limit_reached" | "delivery.blocked" | "delivery.transition_not_allowed" | "subscription.transition_not_allowed" | "subscription.rotating" | "subscription.limit_reached" | "project.transition_not_allowed" | "project.limit_reached" | "operator.transition_not_allowed" | "operator.last_owner" | "operator.limit_reached" | "operator.key_refused" | "record.version_conflict" | "authority.version_conflict" | "credential.version_conflict" | "subscription.version_conflict" | "operator.version_conflict" | "project.version_conflict" | "record.issuer_signature_invalid" | "subscription.endpoint_not_allowed" | "record.successor_invalid";
                /** @description State of what prevented the request, when it was refused. */
                current_state?: string;
                /** @description Version of what prevented the request, when it was refused. */
                current_version?: number;
                /** @description What is wrong with the request, member by member. */
                details?: {
                    /** @description Path of the member; empty for the body as a whole. */
                    field: string;
                    /** @description What is wrong with it. */
                    issue: string;
                }[];
                /** @description Address of the page that explains the code; a path where the service does not know its own origin. */
                docs: string;
                /** @description Id of what has the name already. */
                existing_id?: string;
                /** @description What went wrong, for people; may change. */
                message: string;
                /** @description When the old secret ends, or ended. */
                overlap_ends_at?: components["schemas"]["Moment"];
                /** @description Id of the request. */
                request_id: string;
                /** @description Capabilities that the credential has. */
                scope_held?: components["schemas"]["HeldCapability"][];
                /** @description Capability that the operation needs. */
                scope_required?: components["schemas"]["HeldCapability"];
            };
        };
        /**
         * @example {
         *       "id": "evt_01M84Q7XQQPFF35RVX9NX10QW8",
         *       "type": "service.record.registered",
         *       "record_id": "rec_01M84Q7XQDK589B8DS0MY75317",
         *       "state": "active",
         *       "evidence": {
         *         "provenance": {
         *           "origin": "https://registry.example/42",
         *           "chain": [
         *             {
         *               "format": "element/v1",
         *               "log": "records.example/development",
         *               "sequence": 1,
         *               "occurred_at": "2026-11-23T17:28:44.534Z",
         *               "reason_digest": null,
         *               "salt": "XnNcoCkrsxxOkxifvf_8tg",
         *               "previous": null,
         *               "signature": {
         *                 "key_id": "u7NlRee7WGASW3dwxkEdVvW1vvXK1uPR92C_bX-cejw",
         *                 "algorithm": "Ed25519",
         *                 "value": "XKh4EdMzM-LCnaM1xmOv173CTfOZOaFsiq5pTAc35FMI8KuEV1juWEPz-Ehmt06Mvnp26m7ZFCkiRcpN0ThKAQ"
         *               },
         *               "event_id": "evt_01M84Q7XQQPFF35RVX9NX10QW8",
         *               "digest": "sha256:e9e122806724fe7fa3b9196c42f89ce8935e39abdacbc19e1f7df0511216454c",
         *               "project_id": "prj_01M84Q84T6GVQ9ZNWNJNX7T4N8",
         *               "type": "service.record.registered",
         *               "record_id": "rec_01M84Q7XQDK589B8DS0MY75317",
         *               "origin": "https://registry.example/42",
         *               "external_id": "deed-42",
         *               "authority": {
         *                 "id": "aut_01M84Q7XFGE2V7G3EB16SWGTBP",
         *                 "version": 1,
         *                 "digest": "sha256:53eb54a44a39d1211795e6ecc5f9f7459f15f2bcfc27769708c5f8b8b7932132"
         *               },
         *               "issuer": "Example Registry",
         *               "state": "active",
         *               "expires_at": null,
         *               "successor_id": null,
         *               "content_digest": "sha256:b11ba7649d4911d6c8eb879aac0c62a96dba29bbac5e654e6896d3d4840b98a3",
         *               "issuer_signature": null
         *             }
         *           ],
         *           "verified": true
         *         },
         *         "authority": {
         *           "id": "aut_01M84Q7XFGE2V7G3EB16SWGTBP",
         *           "issuer": "Example Registry",
         *           "scope": [
         *             "verify",
         *             "read"
         *           ],
         *           "state": "active",
         *           "version": 1,
         *           "digest": "sha256:53eb54a44a39d1211795e6ecc5f9f7459f15f2bcfc27769708c5f8b8b7932132",
         *           "valid_until": "2100-01-01T00:00:00.000Z",
         *           "valid_at_event": true,
         *           "valid_now": true
         *         }
         *       },
         *       "occurred_at": "2026-11-23T17:28:44.534Z",
         *       "subject": {
         *         "type": "record",
         *         "id": "rec_01M84Q7XQDK589B8DS0MY75317",
         *         "version": 1
         *       }
         *     }
         */
        Event: {
            /** @description The element that this event is, and its authority; empty for credentials and subscriptions. */
            evidence: {
                /** @description As it was when the event was published; empty where it is not stored. */
                authority: components["schemas"]["ShownAuthority"] | Record<string, never>;
                /** @description Where the record comes from. */
                provenance: {
                    /** @description The event’s own element. */
                    chain: components["schemas"]["RecordElement"][];
                    /** @description Origin of the record. */
                    origin: string;
                    /** @description Whether the element continues its chain, is signed, and rests on a signed element of its authority; those before it said so of themselves. */
                    verified: boolean;
                };
            } | {
                /** @description As it was when the event was published; empty where it is not stored. */
                authority: components["schemas"]["ShownAuthority"] | Record<string, never>;
                /** @description Where the record comes from. */
                provenance: {
                    /** @description The event’s own element. */
                    chain: components["schemas"]["AuthorityElement"][];
                    /** @description Issuer of the authority. */
                    origin: string;
                    /** @description Whether the element continues its chain, is signed, and rests on a signed element of its authority; those before it said so of themselves. */
                    verified: boolean;
                };
            } | {
                /** @description The authority that stands behind the record. */
                authority: Record<string, never>;
                /** @description Where the record comes from. */
                provenance: Record<string, never>;
            };
            /** @description Its id. */
            id: string;
            /** @description When it happened. */
            occurred_at: components["schemas"]["Moment"];
            /** @description State of the record or authority before the event; left out for its first. */
            previous_state?: string;
            /** @description Why; left out where there is none, or it was erased. The SHA-256 of `reason_salt`, a line feed and `reason` is the element’s `reason_digest`. */
            reason?: string;
            /** @description Random; comes and is erased with the reason. */
            reason_salt?: string;
            /** @description The subject’s id, of whatever type it is. */
            record_id: string;
            /** @description Its state. */
            state: string;
            /** @description What it is about. */
            subject: {
                /** @description Its id. */
                id: string;
                /**
                 * @description Its type.
                 * @enum {string}
                 */
                type: "record" | "authority" | "credential" | "subscription";
                /** @description Its version, from 1; every change adds one. */
                version: number;
            };
            /** @description The record that took the place of a superseded one. */
            successor_id?: string;
            /**
             * @description Present in tests alone: what they tell of does not exist, and never happened.
             * @enum {boolean}
             */
            test?: true;
            /** @description Its type. */
            type: components["schemas"]["EventType"];
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "type": "service.record.registered",
         *           "domain": "record",
         *           "description": "A record was registered.",
         *           "schema": {
         *             "title": "service.record.registered",
         *             "type": "object"
         *           }
         *         }
         *       ]
         *     }
         */
        EventCategories: {
            /** @description The items, in order. */
            data: {
                /** @description What it is for. */
                description: string;
                /**
                 * @description What the event is about.
                 * @enum {string}
                 */
                domain: "record" | "authority" | "credential" | "subscription";
                /** @description JSON Schema 2020-12 of the value of `event`. */
                schema: Record<string, never>;
                /** @description Its type. */
                type: components["schemas"]["EventType"];
            }[];
        };
        /** @enum {string} */
        EventCategory: "record" | "authority" | "credential" | "subscription" | "service.record.registered" | "service.record.amended" | "service.record.suspended" | "service.record.reinstated" | "service.record.superseded" | "service.record.expired" | "service.record.revoked" | "service.authority.granted" | "service.authority.renewed" | "service.authority.scope_changed" | "service.authority.suspended" | "service.authority.reinstated" | "service.authority.expired" | "service.authority.revoked" | "service.credential.issued" | "service.credential.rotated" | "service.credential.expired" | "service.credential.revoked" | "service.subscription.disabled" | "service.subscription.tested";
        EventPage: {
            /** @description The items, in order. */
            data: components["schemas"]["Event"][];
            /** @description Leads on from here, also where nothing follows yet. */
            next_cursor: string;
        };
        /** @enum {string} */
        EventType: "service.record.registered" | "service.record.amended" | "service.record.suspended" | "service.record.reinstated" | "service.record.superseded" | "service.record.expired" | "service.record.revoked" | "service.authority.granted" | "service.authority.renewed" | "service.authority.scope_changed" | "service.authority.suspended" | "service.authority.reinstated" | "service.authority.expired" | "service.authority.revoked" | "service.credential.issued" | "service.credential.rotated" | "service.credential.expired" | "service.credential.revoked" | "service.subscription.disabled" | "service.subscription.tested";
        Evidence: {
            /** @description The authority that stands behind the record. */
            authority?: components["schemas"]["ShownAuthority"];
            /** @description How the record was found, exactly where the request does not name its id. */
            lookup?: {
                /**
                 * @description What the request named the record by.
                 * @enum {string}
                 */
                by: "external_id" | "content_digest" | "content";
                /**
                 * @description What the two counts rest on: nothing in the answer proves them.
                 * @enum {string}
                 */
                counts: "unproven";
                /** @description Whether the record still has the value that it was looked up by; false for a former content. */
                current: boolean;
                /** @description Records that match, within the caller’s project and authorities. */
                matches: number;
                /** @description How many of the matches are revoked. */
                revoked_matches: number;
            };
            /** @description Where the record comes from. */
            provenance?: {
                /** @description The elements of the record, oldest first: the newest 100 at most. */
                chain: components["schemas"]["RecordElement"][];
                /** @description How many elements the record has in all. */
                chain_length: number;
                /** @description By when the log has the newest element; only where there is no receipt. */
                logged_by?: components["schemas"]["Moment"];
                /** @description Where it comes from. */
                origin: string;
                /** @description Of the newest element; null until the log has it. */
                receipt: components["schemas"]["Receipt"] | null;
                /** @description Whether every stored element, link and signature was checked for this answer, and is sound. */
                verified: boolean;
            };
            /** @description Its state. */
            state?: components["schemas"]["RecordState"];
            /** @description Whether the record is good. */
            verdict?: components["schemas"]["Verdict"];
        };
        /**
         * @example {
         *       "format": "bundle/v1",
         *       "log": "records.example/development",
         *       "answer": {
         *         "body": {
         *           "record": {
         *             "id": "rec_01M84Q7XQDK589B8DS0MY75317",
         *             "state": "active",
         *             "version": 1
         *           },
         *           "evidence": {
         *             "state": "active"
         *           },
         *           "verified_at": "2026-11-23T17:28:48.637Z",
         *           "request_id": "req_01M84Q811WEBMTZMRW1PXP9FJX"
         *         },
         *         "request": {
         *           "body": {
         *             "record_id": "rec_01M84Q7XQDK589B8DS0MY75317"
         *           },
         *           "method": "POST",
         *           "path": "/v1/records/verify"
         *         },
         *         "request_id": "req_01M84Q811WEBMTZMRW1PXP9FJX",
         *         "nonce": null,
         *         "as_of": "records.example/development 9 mC1YG3e85d+r4sWvKNEPyMifNlfyDoul0+T+c1P25t4= 2026-11-23T17:28:47.004Z",
         *         "signature": "eyJhbGciOiJFZDI1NTE5Iiwia2lkIjoiX1ZzWTYxZFVHZTQ2Snp4cUNUOXhsek82OUZxSFBSMHJ3cENmTWpOVnFnMCIsInR5cCI6ImFuc3dlcnMrandzIn0..CFBU3tdQg5BY1rPqIX6VJD95tEohoLGD7WqD-_zk_wHAgod0t_jianBmZymmjK3iHSqRy45cTzVqFUJ4kqFRAw",
         *         "path": "0/1"
         *       },
         *       "record": [
         *         {
         *           "format": "element/v1",
         *           "log": "records.example/development",
         *           "sequence": 1,
         *           "occurred_at": "2026-11-23T17:28:44.534Z",
         *           "reason_digest": null,
         *           "salt": "XnNcoCkrsxxOkxifvf_8tg",
         *           "previous": null,
         *           "signature": {
         *             "key_id": "u7NlRee7WGASW3dwxkEdVvW1vvXK1uPR92C_bX-cejw",
         *             "algorithm": "Ed25519",
         *             "value": "XKh4EdMzM-LCnaM1xmOv173CTfOZOaFsiq5pTAc35FMI8KuEV1juWEPz-Ehmt06Mvnp26m7ZFCkiRcpN0ThKAQ"
         *           },
         *           "event_id": "evt_01M84Q7XQQPFF35RVX9NX10QW8",
         *           "digest": "sha256:e9e122806724fe7fa3b9196c42f89ce8935e39abdacbc19e1f7df0511216454c",
         *           "project_id": "prj_01M84Q84T6GVQ9ZNWNJNX7T4N8",
         *           "type": "service.record.registered",
         *           "record_id": "rec_01M84Q7XQDK589B8DS0MY75317",
         *           "origin": "https://registry.example/42",
         *           "external_id": "deed-42",
         *           "authority": {
         *             "id": "aut_01M84Q7XFGE2V7G3EB16SWGTBP",
         *             "version": 1,
         *             "digest": "sha256:53eb54a44a39d1211795e6ecc5f9f7459f15f2bcfc27769708c5f8b8b7932132"
         *           },
         *           "issuer": "Example Registry",
         *           "state": "active",
         *           "expires_at": null,
         *           "successor_id": null,
         *           "content_digest": "sha256:b11ba7649d4911d6c8eb879aac0c62a96dba29bbac5e654e6896d3d4840b98a3",
         *           "issuer_signature": null
         *         }
         *       ],
         *       "authorities": {
         *         "aut_01M84Q7XFGE2V7G3EB16SWGTBP": [
         *           {
         *             "format": "element/v1",
         *             "log": "records.example/development",
         *             "sequence": 1,
         *             "occurred_at": "2026-11-23T17:28:44.534Z",
         *             "reason_digest": null,
         *             "salt": "XnNcoCkrsxxOkxifvf_8tg",
         *             "previous": null,
         *             "signature": {
         *               "key_id": "u7NlRee7WGASW3dwxkEdVvW1vvXK1uPR92C_bX-cejw",
         *               "algorithm": "Ed25519",
         *               "value": "XKh4EdMzM-LCnaM1xmOv173CTfOZOaFsiq5pTAc35FMI8KuEV1juWEPz-Ehmt06Mvnp26m7ZFCkiRcpN0ThKAQ"
         *             },
         *             "event_id": "evt_01M84Q7XFW8X7N2RFZDHFEGSKA",
         *             "digest": "sha256:53eb54a44a39d1211795e6ecc5f9f7459f15f2bcfc27769708c5f8b8b7932132",
         *             "project_id": "prj_01M84Q84T6GVQ9ZNWNJNX7T4N8",
         *             "type": "service.authority.granted",
         *             "authority_id": "aut_01M84Q7XFGE2V7G3EB16SWGTBP",
         *             "issuer": "Example Registry",
         *             "scope": [
         *               "verify",
         *               "read"
         *             ],
         *             "valid_until": "2100-01-01T00:00:00.000Z",
         *             "public_key": null,
         *             "state": "active",
         *             "cause": null,
         *             "invalid_since": null
         *           }
         *         ]
         *       },
         *       "keys": {},
         *       "checkpoint": "records.example/development\n9\nmC1YG3e85d+r4sWvKNEPyMifNlfyDoul0+T+c1P25t4=\n\n— records.example/development cINH91rEB6hQdaLPLPoipaGvWKDJGgeq/+htDTmLGztG8F3EWO5T1X7i8ReVaXUr+LwPgRFUVgkZ7PPymqKg7h9M1QQ=\n",
         *       "inclusion": {
         *         "rec_01M84Q7XQDK589B8DS0MY75317": "c2sp.org/tlog-proof@v1\nindex 7\n\nrecords.example/development\n9\nmC1YG3e85d+r4sWvKNEPyMifNlfyDoul0+T+c1P25t4=\n\n— records.example/development cINH91rEB6hQdaLPLPoipaGvWKDJGgeq/+htDTmLGztG8F3EWO5T1X7i8ReVaXUr+LwPgRFUVgkZ7PPymqKg7h9M1QQ=\n"
         *       },
         *       "order": {},
         *       "consistency": {
         *         "from": 9,
         *         "to": 9,
         *         "proof": []
         *       }
         *     }
         */
        EvidenceBundle: {
            /** @description The signed answer. */
            answer: {
                /** @description As `Service-Evidence-As-Of`. */
                as_of: string;
                /** @description The body, as it was sent. */
                body: components["schemas"]["Verification"];
                /** @description What was sent as `Service-Nonce`. */
                nonce: string | null;
                /** @description As `Service-Evidence-Path`. */
                path: string;
                /** @description The request that was answered. */
                request: {
                    /** @description The body, as it was sent. */
                    body: {
                        /** @description Id of the record. */
                        record_id: string;
                    };
                    /**
                     * @description The HTTP method.
                     * @constant
                     */
                    method: "POST";
                    /**
                     * @description Path of the request.
                     * @constant
                     */
                    path: "/v1/records/verify";
                };
                /** @description Id of the request. */
                request_id: string;
                /** @description As `Service-Evidence-Signature`. */
                signature: string;
            };
            /** @description All elements of each authority that the record names, by its id. */
            authorities: {
                [key: string]: components["schemas"]["AuthorityElement"][];
            };
            /** @description A signed note of the log with its cosignatures (C2SP tlog-checkpoint). */
            checkpoint: string;
            /** @description From the size in `as_of` to that of the checkpoint (RFC 6962). */
            consistency: components["schemas"]["ConsistencyProof"];
            /** @description From the size that the request named as `from`. */
            earlier?: components["schemas"]["ConsistencyProof"];
            /**
             * @description Names the form, and with it what the members mean.
             * @constant
             */
            format: "bundle/v1";
            /** @description Proof that the newest element of each subject is in the log (C2SP tlog-proof), by the subject’s id: the record, the authorities, `key_` and a key’s id. */
            inclusion: {
                [key: string]: string;
            };
            /** @description All elements of each key that signed anything in here, by its id. */
            keys: {
                [key: string]: components["schemas"]["KeyElement"][];
            };
            /** @description Origin of the log. */
            log: string;
            /** @description The same of earlier elements, by the subject’s id, a slash and the sequence: of each authority and key all, of the record the first, and, of those that name each version of an authority and of those under each key, the last and the last that adds a `passed`. */
            order: {
                [key: string]: string;
            };
            /** @description All elements, oldest first. */
            record: components["schemas"]["RecordElement"][];
        };
        Explanation: {
            /** @description What went wrong, for programs: codes never change their meaning. */
            code: string;
            /** @description What the code says. */
            meaning: string;
            /** @description What to do about it; null where there is nothing to do. */
            resolution: string | null;
            /** @description HTTP status of an error; null for a reason or a warning of a verdict. */
            status: number | null;
        };
        Grant: {
            /** @description Id of the project; null for all projects, those of later too. */
            project_id: string | null;
            /**
             * @description What they are for it.
             * @enum {string}
             */
            role: "auditor" | "operator" | "admin" | "owner";
        };
        /**
         * @example {
         *       "issuer": "Example Registry",
         *       "scope": [
         *         "verify",
         *         "read"
         *       ],
         *       "valid_until": "2100-01-01T00:00:00.000Z"
         *     }
         */
        GrantBody: {
            /** @description Who issues under this authority. */
            issuer: string;
            /** @description Ed25519 key that the issuer signs with, 32 bytes in base64url. Its records then need an `external_id`, and all but suspending and revoking them needs `issuer_signature`. */
            public_key?: string;
            /** @description What the authority covers; reported with every answer, never enforced. */
            scope: string[];
            /** @description Until when the authority is valid; lies in the future. */
            valid_until: components["schemas"]["SentMoment"];
        };
        /** @enum {string} */
        HeldCapability: "verify" | "read" | "write" | "share" | "subscribe" | "manage" | "audit" | "operator" | "team";
        /**
         * @example {
         *       "day": "2026-11-23",
         *       "dropped_at": null,
         *       "sound": true,
         *       "data": [
         *         {
         *           "day": "2026-11-23",
         *           "writer": "wri_01M84Q6QNZN4ATGCBA6SA1FEVQ",
         *           "lines": 14,
         *           "unsealed": 3,
         *           "seal": 3,
         *           "head": "sha256:08dc324560d06efb0db95964f9935dcce7dfefec05693b2437224dd1bb350247",
         *           "sound": true,
         *           "fault_count": 0,
         *           "faults": []
         *         }
         *       ],
         *       "seal_faults": []
         *     }
         */
        HistoryCheck: {
            /** @description The items, in order. */
            data: {
                /**
                 * Format: date
                 * @description Day in UTC.
                 */
                day: string;
                /** @description How many faults were found. */
                fault_count: number;
                /** @description The faults, the first hundred. */
                faults: {
                    /**
                     * @description Its kind.
                     * @enum {string}
                     */
                    kind: "edited" | "inserted" | "missing" | "cut_off" | "rewritten" | "personal_edited" | "summary_edited";
                    /** @description How many lines. */
                    lines: number;
                    /** @description Id of the request. */
                    request_id: string | null;
                    /** @description Its number in the chain, from 1. */
                    sequence: number;
                }[];
                /** @description The link of the newest line, by which another can check later. */
                head: string;
                /** @description How many lines. */
                lines: number;
                /** @description Number of the newest seal of the lane. */
                seal: number | null;
                /** @description Whether everything is as it was written. */
                sound: boolean;
                /** @description Lines after the last one that a seal in the transparency log stands for. */
                unsealed: number;
                /** @description The process that wrote the lane. */
                writer: string;
            }[];
            /**
             * Format: date
             * @description Day in UTC.
             */
            day: string;
            /** @description When the day was dropped, its time being over. */
            dropped_at: components["schemas"]["Moment"] | null;
            /** @description Faults of the seals of the day. */
            seal_faults: {
                /**
                 * @description Its kind.
                 * @enum {string}
                 */
                kind: "missing" | "edited" | "unlogged" | "unchained" | "lanes_edited";
                /** @description Number of the seal. */
                seal: number;
            }[];
            /** @description Whether everything is as it was written. */
            sound: boolean;
        };
        /**
         * @description The line’s own members first, in the order that its link was made of, then what stands beside it.
         * @example {
         *       "format": "interaction/v2",
         *       "sequence": 12,
         *       "request_id": "req_01M84Q811WEBMTZMRW1PXP9FJX",
         *       "occurred_at": "2026-11-23T17:28:48.637Z",
         *       "channel": "api",
         *       "actor": {
         *         "type": "credential",
         *         "id": "crd_01M84Q81EB0WB3T589505PZYXQ"
         *       },
         *       "operation": "records.verify",
         *       "subjects": [
         *         "rec_01M84Q7XQDK589B8DS0MY75317"
         *       ],
         *       "items": 1,
         *       "outcome": "succeeded",
         *       "status": 200,
         *       "error_code": null,
         *       "duration_ms": 1.203,
         *       "client": "sha256:b363815a66552a31af6c5c30e6aa687cada0f92c11167fc41301b9ff24ec27a6",
         *       "day": "2026-11-23",
         *       "writer": "wri_01M84Q6QNZN4ATGCBA6SA1FEVQ",
         *       "link": "sha256:08dc324560d06efb0db95964f9935dcce7dfefec05693b2437224dd1bb350247",
         *       "address": "192.0.2.7",
         *       "user_agent": "checkout/1.0"
         *     }
         */
        Interaction: {
            /** @description Who asked: a credential, an operator or a part of the service. */
            actor: {
                /** @description Its id. */
                id: string;
                /** @description Id of the session that acted. */
                session?: string;
                /**
                 * @description Its type.
                 * @enum {string}
                 */
                type: "credential" | "operator" | "oauth" | "link" | "service";
            };
            /** @description Address that the request came from; null once it is erased. */
            address: string | null;
            /** @description Through what the request came. */
            channel: components["schemas"]["Channel"];
            /** @description Digest of salt, address and user agent, which can be erased; null where nobody called. */
            client: string | null;
            /**
             * Format: date
             * @description Day in UTC.
             */
            day: string;
            /** @description Milliseconds from the arrival of the request to its answer. */
            duration_ms: number;
            /** @description Code of the error; null where there was none. */
            error_code: string | null;
            /**
             * @description Names the form, and with it what the members mean.
             * @constant
             */
            format: "interaction/v2";
            /** @description How many operations it counts as. */
            items: number;
            /** @description Digest that links the line to the one before; null where it is not linked. */
            link: string | null;
            /** @description When it happened. */
            occurred_at: components["schemas"]["Moment"];
            /** @description Name of the operation: `records.verify`. */
            operation: string;
            /** @description How it ended. */
            outcome: components["schemas"]["Outcome"];
            /** @description Id of the request. */
            request_id: string;
            /** @description Of the line in the lane of its `day` and `writer`, from 1. */
            sequence: number;
            /** @description HTTP status of the answer. */
            status: number;
            /** @description Ids of what it is about. */
            subjects: string[];
            /** @description `User-Agent` of the request; null where it sent none, or it is erased. */
            user_agent: string | null;
            /** @description The process that wrote the lane. */
            writer: string;
        };
        InteractionPage: {
            /** @description The items, in order. */
            data: components["schemas"]["Interaction"][];
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "grants": [
         *         {
         *           "project_id": "prj_01M84Q84T6GVQ9ZNWNJNX7T4N8",
         *           "role": "auditor"
         *         }
         *       ]
         *     }
         */
        InviteBody: {
            /** @description The roles of the new operator. */
            grants: {
                /** @description Id of the project; null for all projects, those of later too. */
                project_id: string | null;
                /**
                 * @description The role.
                 * @enum {string}
                 */
                role: "auditor" | "operator" | "admin" | "owner";
            }[];
            /** @description What the person is called until they say it themselves. */
            name?: string;
        };
        /**
         * @example {
         *       "id": "opr_01M84Q6T3Z9R5K7W2Y8C4D1XAB",
         *       "state": "invited",
         *       "version": 1,
         *       "name": null,
         *       "address": null,
         *       "grants": [
         *         {
         *           "project_id": "prj_01M84Q84T6GVQ9ZNWNJNX7T4N8",
         *           "role": "auditor"
         *         }
         *       ],
         *       "keys": [],
         *       "invited_by": "crd_01M84Q6R11EM4D74N52CQ2MSFT",
         *       "invited_at": "2026-11-23T17:28:44.534Z",
         *       "created_at": "2026-11-23T17:28:44.534Z",
         *       "invitation_expires_at": "2026-11-23T17:28:48.637Z",
         *       "updated_at": "2026-11-23T17:28:44.534Z",
         *       "invitation_link": "http://localhost:3000/console/development/invitation#RVhBTVBMRS1FWEFNUExFLUVYQU1QTEUtRVhBTVBMRS0"
         *     }
         */
        InvitedOperator: {
            /** @description Their address for mail; null before they redeem the invitation, and once it is erased. */
            address: string | null;
            /** @description When it was created. */
            created_at: components["schemas"]["Moment"];
            /** @description The roles, as far as the caller may see them. */
            grants: components["schemas"]["Grant"][];
            /** @description Its id. */
            id: string;
            /** @description Until when the newest invitation can be redeemed; null where there is none. */
            invitation_expires_at: components["schemas"]["Moment"] | null;
            /** @description The link that they redeem, once. Shown here only; null in the answer to a repeated request. The first person who opens it becomes this operator. */
            invitation_link: string | null;
            /** @description When they were invited last. */
            invited_at: components["schemas"]["Moment"];
            /** @description Id of the operator or credential that invited them last, or `service:host`; null for one for whom the OIDC provider vouched. */
            invited_by: string | null;
            /** @description What they sign in with, oldest first. */
            keys: {
                /** @description When it was added. */
                added_at: components["schemas"]["Moment"];
                /**
                 * @description Its kind.
                 * @enum {string}
                 */
                kind: "passkey" | "password" | "oidc";
                /** @description Digest of the key, from which the key cannot be learnt. No two keys have the same. */
                thumbprint: string;
            }[];
            /** @description What they call themselves; null before they redeem the invitation, and once it is erased. */
            name: string | null;
            /**
             * @description Its state.
             * @enum {string}
             */
            state: "invited" | "active" | "removed";
            /** @description When it last changed. */
            updated_at: components["schemas"]["Moment"];
            /** @description Its version, from 1; every change adds one. */
            version: number;
        };
        /**
         * @example {
         *       "name": "Checkout service",
         *       "capabilities": [
         *         "verify"
         *       ],
         *       "rate_limit": {
         *         "verify": 100
         *       },
         *       "metadata": {
         *         "team": "checkout"
         *       }
         *     }
         */
        IssueBody: {
            /** @description Addresses and CIDR ranges that it may be used from; null for anywhere. */
            allowed_ips?: string[] | null;
            /** @description Ids of the authorities that it reaches, with their records; null for all of the project. */
            authorities?: string[] | null;
            /** @description What the credential may do. `audit` goes with `read` only. */
            capabilities: components["schemas"]["Capability"][];
            /** @description When the credential expires; null for never. Left out, it is the latest that the project allows. */
            expires_at?: components["schemas"]["SentMoment"] | null;
            /** @description Your own notes. */
            metadata?: {
                [key: string]: string;
            };
            /** @description What the credential is for. */
            name: string;
            /** @description Operations a second, for the kinds whose limit is lower than that of the service. */
            rate_limit?: {
                /** @description For reads. */
                read?: number;
                /** @description For verifications. */
                verify?: number;
                /** @description For changes. */
                write?: number;
            } | null;
        };
        /**
         * @example {
         *       "id": "crd_01M84Q81EB0WB3T589505PZYXQ",
         *       "project_id": "prj_01M84Q84T6GVQ9ZNWNJNX7T4N8",
         *       "name": "Checkout service",
         *       "capabilities": [
         *         "verify"
         *       ],
         *       "expires_at": null,
         *       "authorities": null,
         *       "allowed_ips": null,
         *       "rate_limit": {
         *         "verify": 100
         *       },
         *       "metadata": {
         *         "team": "checkout"
         *       },
         *       "state": "active",
         *       "version": 1,
         *       "reason": null,
         *       "rotation": null,
         *       "key_id": "007YAiICQrdYKCiJ",
         *       "issued_by": "crd_01M84Q6R11EM4D74N52CQ2MSFT",
         *       "created_at": "2026-11-23T17:28:44.534Z",
         *       "updated_at": "2026-11-23T17:28:44.534Z",
         *       "token": "svc_dev_007YAiICQrdYKCiJ_EXAMPLE"
         *     }
         */
        IssuedCredential: {
            /** @description Addresses and ranges that the credential may be used from; null for anywhere. */
            allowed_ips: string[] | null;
            /** @description Ids of the authorities that the credential reaches; null for all of the project. */
            authorities: string[] | null;
            /** @description What the credential may do. */
            capabilities: components["schemas"]["HeldCapability"][];
            /** @description When it was created. */
            created_at: components["schemas"]["Moment"];
            /** @description When it expires; null for never. */
            expires_at: components["schemas"]["Moment"] | null;
            /** @description Its id. */
            id: string;
            /** @description Id of the credential that issued it; null for an operator’s command. */
            issued_by: string | null;
            /** @description The part of the token that may be shown. */
            key_id: string;
            /** @description Your own notes. */
            metadata: {
                [key: string]: string;
            };
            /** @description Its name, for people. */
            name: string;
            /** @description Id of the project. */
            project_id: string | null;
            /** @description Operations a second. */
            rate_limit: components["schemas"]["RateLimit"] | null;
            /** @description Why it was revoked. */
            reason: string | null;
            /** @description The overlap of a rotation, while the old token still works; null otherwise. */
            rotation: components["schemas"]["CredentialRotation"] | null;
            /** @description Its state. */
            state: components["schemas"]["CredentialState"];
            /** @description Shown here only; null in the answer to a repeated request. */
            token: string | null;
            /** @description When it last changed. */
            updated_at: components["schemas"]["Moment"];
            /** @description Its version, from 1; every change adds one. */
            version: number;
        };
        KeyElement: {
            /**
             * @description Why it ended, from a closed list; null where it has not.
             * @enum {unknown}
             */
            cause: "key_compromise" | "ceased" | null;
            /** @description SHA-256 of the canonical form (RFC 8785). */
            digest: string;
            /** @description Id of the event. */
            event_id: string;
            /**
             * @description Names the form, and with it what the members mean.
             * @constant
             */
            format: "element/v1";
            /** @description For a compromise: size of the log from which on nothing counts any more; else null. */
            invalid_from_size: number | null;
            /** @description For a compromise: since when nothing counts any more; else null. */
            invalid_since: components["schemas"]["Moment"] | null;
            /** @description RFC 7638 thumbprint. */
            key_id: string;
            /** @description The transparency log. */
            log: string;
            /** @description When it happened. */
            occurred_at: components["schemas"]["Moment"];
            /** @description Digest of the element before; null for the first. */
            previous: string | null;
            /** @description 32 bytes in base64url. */
            public_key: string;
            /**
             * @description What the key signs.
             * @enum {string}
             */
            purpose: "provenance" | "answer";
            /** @description Digest of the reason under `salt`; null where none was given. */
            reason_digest: string | null;
            /** @description Random text that the reason’s digest covers. */
            salt: string;
            /** @description Its number in the chain, from 1. */
            sequence: number;
            /** @description By the service’s provenance key over the 32 bytes of `digest`; null for what is not signed yet. */
            signature: components["schemas"]["ElementSignature"] | null;
            /** @description Its state. */
            state: components["schemas"]["KeyState"];
            /**
             * @description Its type.
             * @enum {string}
             */
            type: "service.key.published" | "service.key.revoked";
        };
        /**
         * @example {
         *       "keys": [
         *         {
         *           "kty": "OKP",
         *           "crv": "Ed25519",
         *           "x": "9Zki9Zk026VDdisVQSCEXxw-epMxsurt0uLJrNzV4Qg",
         *           "kid": "_VsY61dUGe46JzxqCT9xlzO69FqHPR0rwpCfMjNVqg0",
         *           "alg": "Ed25519",
         *           "use": "sig",
         *           "purpose": "answer",
         *           "state": "active",
         *           "published_at": "2026-11-23T17:28:44.534Z",
         *           "revoked_at": null,
         *           "invalid_since": null
         *         }
         *       ],
         *       "log": {
         *         "origin": "records.example/development",
         *         "vkeys": [
         *           "records.example/development+708347f7+AcFhf0XxdlnKf3wzHGC6So8h6vSMfknwLHUDGVNq6dkR"
         *         ],
         *         "retired": [],
         *         "merge_delay": 3600
         *       }
         *     }
         */
        KeySet: {
            /** @description Every key that signs or has signed. */
            keys: {
                /**
                 * @description The algorithm, as JOSE names it.
                 * @constant
                 */
                alg: "Ed25519";
                /**
                 * @description The curve, as JOSE names it.
                 * @constant
                 */
                crv: "Ed25519";
                /** @description Nothing counts that it signed since. */
                invalid_since: components["schemas"]["Moment"] | null;
                /** @description RFC 7638 thumbprint. */
                kid: string;
                /**
                 * @description The key’s type, as JOSE names it.
                 * @constant
                 */
                kty: "OKP";
                /** @description When the key was published. */
                published_at: components["schemas"]["Moment"];
                /**
                 * @description What the key signs.
                 * @enum {string}
                 */
                purpose: "provenance" | "answer" | "checkpoint";
                /** @description When it was revoked; null where it was not. */
                revoked_at: components["schemas"]["Moment"] | null;
                /** @description Its state. */
                state: components["schemas"]["KeyState"];
                /**
                 * @description What the key is for, as JOSE names it.
                 * @constant
                 */
                use: "sig";
                /** @description 32 bytes in base64url. */
                x: string;
            }[];
            /** @description The transparency log. */
            log: {
                /** @description Seconds after its time within which an element is in the log. */
                merge_delay: number;
                /** @description Where it comes from. */
                origin: string;
                /** @description Keys that signed checkpoints before. */
                retired: {
                    /** @description When it signed no more. */
                    retired_at: components["schemas"]["Moment"];
                    /** @description Of the largest checkpoint that its signature counts for. */
                    tree_size: number;
                    /** @description The key (C2SP signed-note). */
                    vkey: string;
                }[];
                /** @description What a verifier pins: the keys of the checkpoints (C2SP signed-note). */
                vkeys: string[];
            };
        };
        /** @enum {string} */
        KeyState: "active" | "revoked";
        /**
         * @example {
         *       "id": "lnk_01M84Q81F2P6Z8X3V5N7B9C1DK",
         *       "project_id": "prj_01M84Q84T6GVQ9ZNWNJNX7T4N8",
         *       "record_id": "rec_01M84Q7XQDK589B8DS0MY75317",
         *       "shows": [
         *         "issuer",
         *         "origin",
         *         "dates"
         *       ],
         *       "proof": "history",
         *       "expires_at": "2100-01-01T00:00:00.000Z",
         *       "state": "active",
         *       "version": 1,
         *       "reason": null,
         *       "created_by": "crd_01M84Q6R11EM4D74N52CQ2MSFT",
         *       "created_at": "2026-11-23T17:28:44.534Z",
         *       "updated_at": "2026-11-23T17:28:44.534Z"
         *     }
         */
        Link: {
            /** @description When it was created. */
            created_at: components["schemas"]["Moment"];
            /** @description Id of the credential that created it; null where none did. */
            created_by: string;
            /** @description When it expires; null for never. */
            expires_at: components["schemas"]["Moment"] | null;
            /** @description Its id. */
            id: string;
            /** @description Id of the project. */
            project_id: string;
            /**
             * @description What it discloses.
             * @enum {string}
             */
            proof: "history" | "answer";
            /** @description Why it was last changed, in words; null where it is not stored or was erased. */
            reason: string | null;
            /** @description Id of the record. */
            record_id: string;
            /** @description What the page shows. */
            shows: ("issuer" | "origin" | "dates" | "versions" | "external_id")[];
            /**
             * @description Its state.
             * @enum {string}
             */
            state: "active" | "expired" | "revoked";
            /** @description When it last changed. */
            updated_at: components["schemas"]["Moment"];
            /** @description Its version, from 1; every change adds one. */
            version: number;
        };
        LinkPage: {
            /** @description The items, in order. */
            data: components["schemas"]["Link"][];
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "tree_size": 9,
         *           "root_hash": "mC1YG3e85d+r4sWvKNEPyMifNlfyDoul0+T+c1P25t4=",
         *           "checkpoint": "records.example/development\n9\nmC1YG3e85d+r4sWvKNEPyMifNlfyDoul0+T+c1P25t4=\n\n— records.example/development cINH91rEB6hQdaLPLPoipaGvWKDJGgeq/+htDTmLGztG8F3EWO5T1X7i8ReVaXUr+LwPgRFUVgkZ7PPymqKg7h9M1QQ=\n",
         *           "published_at": "2026-11-23T17:28:44.534Z"
         *         }
         *       ]
         *     }
         */
        LogCheckpoints: {
            /** @description The items, in order. */
            data: {
                /** @description The signed note, as the log signed it then. */
                checkpoint: string;
                /** @description When it was published. The note does not say it. */
                published_at: components["schemas"]["Moment"];
                /** @description Root hash of the tree, 32 bytes in base64. */
                root_hash: string;
                /** @description Size of the tree. */
                tree_size: number;
            }[];
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "name": "w1.example",
         *           "vkey": "w1.example+2f7d9c10+BNIb0Uc0Ge4FbOrBkvUJ4rIQRJGVtFYaRqtWDNLgIc2y"
         *         }
         *       ]
         *     }
         */
        LogWitnesses: {
            /** @description The items, in order. */
            data: {
                /** @description The name that its cosignatures carry. */
                name: string;
                /** @description Its key for cosignatures (C2SP signed-note). */
                vkey: string;
            }[];
        };
        /** Format: date-time */
        Moment: string;
        /**
         * @example {
         *       "id": "opr_01M84Q6T3Z9R5K7W2Y8C4D1XAB",
         *       "state": "invited",
         *       "version": 1,
         *       "name": null,
         *       "address": null,
         *       "grants": [
         *         {
         *           "project_id": "prj_01M84Q84T6GVQ9ZNWNJNX7T4N8",
         *           "role": "auditor"
         *         }
         *       ],
         *       "keys": [],
         *       "invited_by": "crd_01M84Q6R11EM4D74N52CQ2MSFT",
         *       "invited_at": "2026-11-23T17:28:44.534Z",
         *       "created_at": "2026-11-23T17:28:44.534Z",
         *       "invitation_expires_at": "2026-11-23T17:28:48.637Z",
         *       "updated_at": "2026-11-23T17:28:44.534Z"
         *     }
         */
        Operator: {
            /** @description Their address for mail; null before they redeem the invitation, and once it is erased. */
            address: string | null;
            /** @description When it was created. */
            created_at: components["schemas"]["Moment"];
            /** @description The roles, as far as the caller may see them. */
            grants: components["schemas"]["Grant"][];
            /** @description Its id. */
            id: string;
            /** @description Until when the newest invitation can be redeemed; null where there is none. */
            invitation_expires_at: components["schemas"]["Moment"] | null;
            /** @description When they were invited last. */
            invited_at: components["schemas"]["Moment"];
            /** @description Id of the operator or credential that invited them last, or `service:host`; null for one for whom the OIDC provider vouched. */
            invited_by: string | null;
            /** @description What they sign in with, oldest first. */
            keys: {
                /** @description When it was added. */
                added_at: components["schemas"]["Moment"];
                /**
                 * @description Its kind.
                 * @enum {string}
                 */
                kind: "passkey" | "password" | "oidc";
                /** @description Digest of the key, from which the key cannot be learnt. No two keys have the same. */
                thumbprint: string;
            }[];
            /** @description What they call themselves; null before they redeem the invitation, and once it is erased. */
            name: string | null;
            /**
             * @description Its state.
             * @enum {string}
             */
            state: "invited" | "active" | "removed";
            /** @description When it last changed. */
            updated_at: components["schemas"]["Moment"];
            /** @description Its version, from 1; every change adds one. */
            version: number;
        };
        OperatorPage: {
            /** @description The items, in order. */
            data: components["schemas"]["Operator"][];
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /** @enum {string} */
        Outcome: "succeeded" | "refused" | "failed";
        OwnProject: {
            /** @description Subjects of the OAuth issuer that are refused, oldest first. Left out for a credential that could not block one. */
            blocked_subjects?: string[];
            /** @description When it was created. */
            created_at: components["schemas"]["Moment"];
            /** @description Its id. */
            id: string;
            /** @description Longest life, in days, of a new credential; null for any. */
            max_credential_days: number | null;
            /** @description Its name, for people. */
            name: string;
            /** @description Operations a UTC day. */
            quota: components["schemas"]["Quota"];
            /** @description Of its newest suspension or resumption. */
            reason: string | null;
            /** @description Its state. */
            state: components["schemas"]["ProjectState"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Moment"];
            /** @description Its version, from 1; every change adds one. */
            version: number;
        };
        /**
         * @example {
         *       "id": "prj_01M84Q84T6GVQ9ZNWNJNX7T4N8",
         *       "name": "Registry of Examples",
         *       "quota": {
         *         "verify": 1000000
         *       },
         *       "max_credential_days": null,
         *       "state": "active",
         *       "version": 1,
         *       "reason": null,
         *       "blocked_subjects": [
         *         "auth0|5f7c8ec7c33c6c004bbafe82"
         *       ],
         *       "created_at": "2026-11-23T17:28:44.534Z",
         *       "updated_at": "2026-11-23T17:28:44.534Z"
         *     }
         */
        Project: {
            /** @description Subjects of the OAuth issuer that are refused, oldest first. Left out for a credential that could not block one. */
            blocked_subjects: string[];
            /** @description When it was created. */
            created_at: components["schemas"]["Moment"];
            /** @description Its id. */
            id: string;
            /** @description Longest life, in days, of a new credential; null for any. */
            max_credential_days: number | null;
            /** @description Its name, for people. */
            name: string;
            /** @description Operations a UTC day. */
            quota: components["schemas"]["Quota"];
            /** @description Of its newest suspension or resumption. */
            reason: string | null;
            /** @description Its state. */
            state: components["schemas"]["ProjectState"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Moment"];
            /** @description Its version, from 1; every change adds one. */
            version: number;
        };
        ProjectPage: {
            /** @description The items, in order. */
            data: components["schemas"]["Project"][];
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /** @enum {string} */
        ProjectState: "active" | "suspended";
        /** @description Operations a UTC day. */
        Quota: {
            /** @description For reads. */
            read?: number;
            /** @description For verifications. */
            verify?: number;
            /** @description For changes. */
            write?: number;
        };
        /** @description Operations a second. */
        RateLimit: {
            /** @description For reads. */
            read?: number;
            /** @description For verifications. */
            verify?: number;
            /** @description For changes. */
            write?: number;
        };
        /**
         * @example {
         *       "reason": "Reported as faulty."
         *     }
         */
        ReasonBody: {
            /** @description Why; stored beside the history. */
            reason: string;
        };
        Receipt: {
            /** @description The signed note of the tree (C2SP tlog-checkpoint). */
            checkpoint: string;
            /** @description From the leaf to the root (RFC 6962). */
            inclusion_proof: string[];
            /** @description Index of the leaf in the log. */
            log_index: number;
            /** @description Root hash of the tree, 32 bytes in base64. */
            root_hash: string;
            /** @description Size of the tree. */
            tree_size: number;
        };
        /**
         * @example {
         *       "id": "rec_01M84Q7XQDK589B8DS0MY75317",
         *       "project_id": "prj_01M84Q84T6GVQ9ZNWNJNX7T4N8",
         *       "authority_id": "aut_01M84Q7XFGE2V7G3EB16SWGTBP",
         *       "issuer": "Example Registry",
         *       "origin": "https://registry.example/42",
         *       "external_id": "deed-42",
         *       "content_digest": "sha256:b11ba7649d4911d6c8eb879aac0c62a96dba29bbac5e654e6896d3d4840b98a3",
         *       "state": "active",
         *       "version": 1,
         *       "digest": "sha256:e9e122806724fe7fa3b9196c42f89ce8935e39abdacbc19e1f7df0511216454c",
         *       "allowed_transitions": [
         *         "amend",
         *         "suspend",
         *         "supersede",
         *         "revoke"
         *       ],
         *       "expires_at": null,
         *       "successor_id": null,
         *       "reason": null,
         *       "created_at": "2026-11-23T17:28:44.534Z",
         *       "updated_at": "2026-11-23T17:28:44.534Z",
         *       "metadata": {
         *         "team": "checkout"
         *       },
         *       "metadata_version": 1
         *     }
         */
        Record: {
            /** @description What may be done with it in its state, by the paths below it. Some of it also needs an active authority. */
            allowed_transitions: ("amend" | "suspend" | "reinstate" | "supersede" | "revoke")[];
            /** @description Id of the authority. */
            authority_id: string;
            /** @description SHA-256 of the content. */
            content_digest: string;
            /** @description When it was created. */
            created_at: components["schemas"]["Moment"];
            /** @description Digest of the newest element. */
            digest: string;
            /** @description When it expires; null for never. */
            expires_at: components["schemas"]["Moment"] | null;
            /** @description Your own name for the record, permanently unique in the project. */
            external_id: string | null;
            /** @description Its id. */
            id: string;
            /** @description Who issues under the authority. */
            issuer: string;
            /** @description Notes of the project, which prove nothing. They have no part in `version`. */
            metadata: {
                [key: string]: string;
            };
            /** @description Rises by one with each change of the metadata; 0 before the first. */
            metadata_version: number;
            /** @description Where it comes from. */
            origin: string;
            /** @description Id of the project. */
            project_id: string;
            /** @description Why it was last changed, in words; null where it is not stored or was erased. */
            reason: string | null;
            /** @description Its state. */
            state: components["schemas"]["RecordState"];
            /** @description Id of the record that replaces this one; null where none does. */
            successor_id: string | null;
            /** @description When it last changed. */
            updated_at: components["schemas"]["Moment"];
            /** @description What a verification says, where the list is asked for it; null where that fails now. */
            verdict?: components["schemas"]["Verdict"] | null;
            /** @description Its version, from 1; every change adds one. */
            version: number;
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "error": {
         *             "code": "record.not_found",
         *             "message": "No such record in this project.",
         *             "request_id": "req_01M84Q811WEBMTZMRW1PXP9FJX",
         *             "docs": "/docs/errors#record.not_found"
         *           }
         *         }
         *       ]
         *     }
         */
        RecordBatch: {
            /** @description The items, in order. */
            data: (components["schemas"]["Record"] | components["schemas"]["Error"])[];
        };
        RecordElement: {
            /** @description The authority that stands behind the record. */
            authority: {
                /** @description SHA-256 of the canonical form (RFC 8785). */
                digest: string;
                /** @description Its id. */
                id: string;
                /** @description Its version, from 1; every change adds one. */
                version: number;
            };
            /** @description SHA-256 of the content. */
            content_digest: string;
            /** @description SHA-256 of the canonical form (RFC 8785). */
            digest: string;
            /** @description Id of the event. */
            event_id: string;
            /** @description When it expires; null for never. */
            expires_at: components["schemas"]["Moment"] | null;
            /** @description Your own name for the record, permanently unique in the project. */
            external_id: string | null;
            /**
             * @description Names the form, and with it what the members mean.
             * @constant
             */
            format: "element/v1";
            /** @description Who issues under the authority. */
            issuer: string;
            /** @description The issuer’s Ed25519 signature in base64url; null where the authority has no key, or did not sign this. */
            issuer_signature: string | null;
            /** @description The transparency log. */
            log: string;
            /** @description When it happened. */
            occurred_at: components["schemas"]["Moment"];
            /** @description Where it comes from. */
            origin: string;
            /** @description Digest of the element before; null for the first. */
            previous: string | null;
            /** @description Id of the project. */
            project_id: string;
            /** @description Digest of the reason under `salt`; null where none was given. */
            reason_digest: string | null;
            /** @description Id of the record. */
            record_id: string;
            /** @description Random text that the reason’s digest covers. */
            salt: string;
            /** @description Its number in the chain, from 1. */
            sequence: number;
            /** @description By the service’s provenance key over the 32 bytes of `digest`; null for what is not signed yet. */
            signature: components["schemas"]["ElementSignature"] | null;
            /** @description Its state. */
            state: components["schemas"]["RecordState"];
            /** @description Id of the record that replaces this one; null where none does. */
            successor_id: string | null;
            /**
             * @description Its type.
             * @enum {string}
             */
            type: "service.record.registered" | "service.record.amended" | "service.record.suspended" | "service.record.reinstated" | "service.record.superseded" | "service.record.expired" | "service.record.revoked";
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "format": "element/v1",
         *           "log": "records.example/development",
         *           "sequence": 1,
         *           "occurred_at": "2026-11-23T17:28:44.534Z",
         *           "reason_digest": null,
         *           "salt": "XnNcoCkrsxxOkxifvf_8tg",
         *           "previous": null,
         *           "signature": {
         *             "key_id": "u7NlRee7WGASW3dwxkEdVvW1vvXK1uPR92C_bX-cejw",
         *             "algorithm": "Ed25519",
         *             "value": "XKh4EdMzM-LCnaM1xmOv173CTfOZOaFsiq5pTAc35FMI8KuEV1juWEPz-Ehmt06Mvnp26m7ZFCkiRcpN0ThKAQ"
         *           },
         *           "event_id": "evt_01M84Q7XQQPFF35RVX9NX10QW8",
         *           "digest": "sha256:e9e122806724fe7fa3b9196c42f89ce8935e39abdacbc19e1f7df0511216454c",
         *           "project_id": "prj_01M84Q84T6GVQ9ZNWNJNX7T4N8",
         *           "type": "service.record.registered",
         *           "record_id": "rec_01M84Q7XQDK589B8DS0MY75317",
         *           "origin": "https://registry.example/42",
         *           "external_id": "deed-42",
         *           "authority": {
         *             "id": "aut_01M84Q7XFGE2V7G3EB16SWGTBP",
         *             "version": 1,
         *             "digest": "sha256:53eb54a44a39d1211795e6ecc5f9f7459f15f2bcfc27769708c5f8b8b7932132"
         *           },
         *           "issuer": "Example Registry",
         *           "state": "active",
         *           "expires_at": null,
         *           "successor_id": null,
         *           "content_digest": "sha256:b11ba7649d4911d6c8eb879aac0c62a96dba29bbac5e654e6896d3d4840b98a3",
         *           "issuer_signature": null
         *         }
         *       ],
         *       "reasons": [],
         *       "next_cursor": null
         *     }
         */
        RecordHistory: {
            /** @description The items, in order. */
            data: components["schemas"]["RecordElement"][];
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
            /** @description The reasons that are stored, by the sequence of their elements. */
            reasons: components["schemas"]["ErasableReason"][];
        };
        RecordPage: {
            /** @description The items, in order. */
            data: components["schemas"]["Record"][];
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /** @enum {string} */
        RecordState: "active" | "suspended" | "superseded" | "expired" | "revoked";
        /**
         * @example {
         *       "records": [
         *         {
         *           "authority_id": "aut_01M84Q7XFGE2V7G3EB16SWGTBP",
         *           "origin": "https://registry.example/42",
         *           "content_digest": "sha256:b11ba7649d4911d6c8eb879aac0c62a96dba29bbac5e654e6896d3d4840b98a3",
         *           "external_id": "deed-42",
         *           "metadata": {
         *             "team": "checkout"
         *           }
         *         }
         *       ]
         *     }
         */
        RegisterBatchBody: {
            /** @description The items, each answered for itself, in this order. */
            records: components["schemas"]["RegisterBody"][];
        };
        /**
         * @description Give exactly one of `content_digest`, `content`.
         * @example {
         *       "authority_id": "aut_01M84Q7XFGE2V7G3EB16SWGTBP",
         *       "origin": "https://registry.example/42",
         *       "content_digest": "sha256:b11ba7649d4911d6c8eb879aac0c62a96dba29bbac5e654e6896d3d4840b98a3",
         *       "external_id": "deed-42",
         *       "metadata": {
         *         "team": "checkout"
         *       }
         *     }
         */
        RegisterBody: {
            /** @description The authority that issues the record. */
            authority_id: string;
            /** @description The content itself, hashed as UTF-8 and never stored. Exactly one of `content_digest` and `content` is given. */
            content?: string;
            /** @description SHA-256 of the content. Exactly one of `content_digest` and `content` is given. */
            content_digest?: string;
            /** @description When the record expires; must be in the future. */
            expires_at?: components["schemas"]["SentMoment"] | null;
            /** @description Your own name for the record, permanently unique in the project; needed where the authority has a `public_key`. */
            external_id?: string | null;
            /** @description The issuer’s Ed25519 signature over this transition, 64 bytes in base64url: needed where the authority has a `public_key`, and refused where it has none. */
            issuer_signature?: string;
            /** @description Your own notes, which prove nothing and are no part of any evidence. */
            metadata?: {
                [key: string]: string;
            };
            /** @description Where the record comes from: a text that the service neither reads nor follows. A page that shows it must not make it a link. */
            origin: string;
        };
        /**
         * @example {
         *       "reason": "The mandate goes on.",
         *       "valid_until": "2101-01-01T00:00:00.000Z"
         *     }
         */
        RenewBody: {
            /** @description Why; stored beside the history. */
            reason: string;
            /** @description Until when the authority is valid; lies in the future. */
            valid_until: components["schemas"]["SentMoment"];
        };
        /**
         * @example {
         *       "id": "dlr_01M84Q81MTKWJCNJAJ5237DTT2",
         *       "subscription_id": "sub_01M84Q8175V1CX6VBVACFHRRT9",
         *       "from": "2026-11-23T16:28:48.529Z",
         *       "to": "2026-11-23T17:28:48.637Z",
         *       "only_failed": false,
         *       "state": "running",
         *       "planned": 3,
         *       "pending": 1,
         *       "succeeded": 2,
         *       "exhausted": 0,
         *       "created_at": "2026-11-23T17:28:48.637Z",
         *       "updated_at": "2026-11-23T17:28:48.637Z"
         *     }
         */
        Replay: {
            /** @description When it was created. */
            created_at: components["schemas"]["Moment"];
            /** @description Those that were given up. */
            exhausted: number;
            /** @description Where it begins. */
            from: components["schemas"]["Moment"];
            /** @description Its id. */
            id: string;
            /** @description Whether only what was not acknowledged is delivered. */
            only_failed: boolean;
            /** @description Of these, those that go on. */
            pending: number;
            /** @description Deliveries planned so far. */
            planned: number;
            /**
             * @description `running` as long as deliveries are planned or pending; `cancelled` with its subscription.
             * @enum {string}
             */
            state: "running" | "finished" | "cancelled";
            /** @description Id of the subscription. */
            subscription_id: string;
            /** @description Those that were acknowledged. */
            succeeded: number;
            /** @description Where it ends. */
            to: components["schemas"]["Moment"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Moment"];
        };
        /**
         * @example {
         *       "from": "2026-11-23T16:28:48.529Z"
         *     }
         */
        ReplayBody: {
            /** @description Start; at most 30 days back. */
            from: components["schemas"]["SentMoment"];
            /**
             * @description Whether only that is delivered which was not acknowledged before.
             * @default false
             */
            only_failed?: boolean;
            /** @description End, which is excluded; without it, now. */
            to?: components["schemas"]["SentMoment"];
        };
        /**
         * @example {
         *       "deliveries": 7,
         *       "complete": true
         *     }
         */
        ReplayCount: {
            /** @description Whether all of the span was looked at: a long one is not. */
            complete: boolean;
            /** @description How many a replay would plan now, of what was looked at. */
            deliveries: number;
        };
        ReplayPage: {
            /** @description The items, in order. */
            data: components["schemas"]["Replay"][];
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /**
         * @example {
         *       "reason": "No longer for reading.",
         *       "scope": [
         *         "verify"
         *       ]
         *     }
         */
        RescopeBody: {
            /** @description Why; stored beside the history. */
            reason: string;
            /** @description What the authority covers; reported with every answer, never enforced. */
            scope: string[];
        };
        /**
         * @example {
         *       "delivery_ids": [
         *         "dlv_01M84Q81QWHFDA4H5DK6X3FPC0"
         *       ]
         *     }
         */
        RetryBatchBody: {
            /** @description The items, each answered for itself, in this order. */
            delivery_ids: string[];
        };
        /**
         * @example {
         *       "reason": "The key was stolen.",
         *       "cause": "key_compromise",
         *       "invalid_since": "2026-11-23T17:28:44.534Z"
         *     }
         */
        RevokeAuthorityBody: {
            /**
             * @description Only a compromise reaches back in time.
             * @enum {string}
             */
            cause: "key_compromise" | "ceased" | "withdrawn";
            /** @description For a compromise: since when the authority’s word counts for nothing. */
            invalid_since?: components["schemas"]["SentMoment"];
            /** @description Why; stored beside the history. */
            reason: string;
        };
        /**
         * @example {
         *       "overlap_seconds": 3600
         *     }
         */
        RotateBody: {
            /**
             * @description Whether to rotate while an old secret is still in use from the rotation before; that secret ends at once.
             * @default false
             */
            force?: boolean;
            /**
             * @description Seconds for which the old secret stays in use beside the new one; 0 ends it at once.
             * @default 86400
             */
            overlap_seconds?: number;
        };
        /** Format: date-time */
        SentMoment: string;
        ShownAuthority: {
            /** @description SHA-256 of the canonical form (RFC 8785). */
            digest: string;
            /** @description Its id. */
            id: string;
            /** @description Who issues under the authority. */
            issuer: string;
            /** @description What the authority covers. */
            scope: string[];
            /** @description Its state. */
            state: components["schemas"]["AuthorityState"];
            /** @description Whether the authority was valid when the newest element was made. */
            valid_at_event: boolean;
            /** @description Whether the authority is valid now. */
            valid_now: boolean;
            /** @description Until when the authority is valid. */
            valid_until: components["schemas"]["Moment"];
            /** @description Its version, from 1; every change adds one. */
            version: number;
        };
        /**
         * @example {
         *       "time": "2026-11-23T17:28:48.637Z",
         *       "views": [
         *         {
         *           "name": "records",
         *           "behind_ms": 12,
         *           "stale": false
         *         }
         *       ],
         *       "log": {
         *         "origin": "https://registry.example/42",
         *         "tree_size": 1024,
         *         "age_ms": 310,
         *         "stale": false
         *       }
         *     }
         */
        Status: {
            /** @description The transparency log. */
            log: {
                /** @description Milliseconds since the log last confirmed its newest checkpoint; null before the first. */
                age_ms: number | null;
                /** @description Name of the log; null before its first checkpoint. */
                origin: string | null;
                /** @description Whether that is too long: no answer with evidence is given. */
                stale: boolean;
                /** @description Entries of the newest checkpoint. */
                tree_size: number;
            };
            /** @description Now, by the clock of the service. */
            time: components["schemas"]["Moment"];
            /** @description The read models of the gateway that answers. */
            views: {
                /** @description Milliseconds of events that it may lack. */
                behind_ms: number;
                /** @description What the view is of. */
                name: string;
                /** @description Whether it is too far behind: what is read from it is refused. */
                stale: boolean;
            }[];
        };
        /**
         * @example {
         *       "reason": "Left the company.",
         *       "subject": "auth0|5f7c8ec7c33c6c004bbafe82"
         *     }
         */
        SubjectBody: {
            /** @description Why; stored beside the history. */
            reason: string;
            /** @description The subject exactly as its tokens have it in `sub`: printable ASCII. */
            subject: string;
        };
        /**
         * @example {
         *       "endpoint": "https://checkout.example/events",
         *       "categories": [
         *         "record",
         *         "service.authority.revoked"
         *       ],
         *       "description": "Cache of the checkout"
         *     }
         */
        SubscribeBody: {
            /** @description Domains, or single types of event, as /v1/event-categories has them. */
            categories: components["schemas"]["EventCategory"][];
            /** @description What the subscription is for. */
            description?: string | null;
            /** @description https URL that events are posted to. */
            endpoint: string;
            /** @description Your own notes, which prove nothing and are no part of any evidence. */
            metadata?: {
                [key: string]: string;
            };
            /**
             * @description Signatures of each delivery: `v1` by the secret; `v1a` beside it, by an Ed25519 key that others can check with too.
             * @default [
             *       "v1"
             *     ]
             */
            signatures?: ("v1" | "v1a")[];
        };
        /**
         * @example {
         *       "id": "sub_01M84Q8175V1CX6VBVACFHRRT9",
         *       "project_id": "prj_01M84Q84T6GVQ9ZNWNJNX7T4N8",
         *       "endpoint": "https://checkout.example/events",
         *       "categories": [
         *         "record",
         *         "service.authority.revoked"
         *       ],
         *       "description": "Cache of the checkout",
         *       "signatures": [
         *         "v1"
         *       ],
         *       "state": "active",
         *       "version": 1,
         *       "disabled": null,
         *       "public_key": "fUJZGsJnF0Vvw-vElC2DOlvL5hnm-a-MHjImXlJhz6M",
         *       "rotation": null,
         *       "created_by": "crd_01M84Q6R11EM4D74N52CQ2MSFT",
         *       "created_at": "2026-11-23T17:28:44.534Z",
         *       "updated_at": "2026-11-23T17:28:44.534Z",
         *       "metadata": {
         *         "team": "checkout"
         *       },
         *       "metadata_version": 1
         *     }
         */
        Subscription: {
            /** @description Domains, or single types of event, that are delivered. */
            categories: components["schemas"]["EventCategory"][];
            /** @description When it was created. */
            created_at: components["schemas"]["Moment"];
            /** @description Id of the credential that created it; null where none did. */
            created_by: string | null;
            /** @description What it is for. */
            description: string | null;
            /** @description Why and since when nothing is delivered; null while events are delivered. */
            disabled: components["schemas"]["Disabled"] | null;
            /** @description URL that events are posted to. */
            endpoint: string;
            /** @description Its id. */
            id: string;
            /** @description Notes of the project, which prove nothing. They have no part in `version`. */
            metadata: {
                [key: string]: string;
            };
            /** @description Rises by one with each change of the metadata; 0 before the first. */
            metadata_version: number;
            /** @description Id of the project. */
            project_id: string;
            /** @description Ed25519 key that the `v1a` signatures verify with, where deliveries have them: 32 bytes in base64url. */
            public_key: string;
            /** @description The overlap of a rotation, while the old secret signs deliveries too; null otherwise. */
            rotation: components["schemas"]["SubscriptionRotation"] | null;
            /** @description Schemes of `webhook-signature`: `v1` always, and `v1a` where it was asked for. */
            signatures: ("v1" | "v1a")[];
            /** @description Its state. */
            state: components["schemas"]["SubscriptionState"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Moment"];
            /** @description Its version, from 1; every change adds one. */
            version: number;
        };
        SubscriptionPage: {
            /** @description The items, in order. */
            data: components["schemas"]["Subscription"][];
            /** @description Send it as `cursor` for the next page; null on the last one. */
            next_cursor: string | null;
        };
        SubscriptionRotation: {
            /** @description The public key of the old secret. */
            old_public_key: string;
            /** @description When the old secret ends, or ended. */
            overlap_ends_at: components["schemas"]["Moment"];
        };
        /** @enum {string} */
        SubscriptionState: "active" | "disabled" | "revoked";
        /**
         * @example {
         *       "subscription_id": "sub_01M84Q8175V1CX6VBVACFHRRT9",
         *       "endpoint": "https://checkout.example/events",
         *       "state": "active",
         *       "failures": 12,
         *       "failing_since": "2026-11-23T17:28:44.534Z",
         *       "next_attempt_at": "2026-11-23T19:28:48.529Z",
         *       "disabled_after": "2026-11-28T17:28:45.529Z",
         *       "pending": 3,
         *       "succeeded": 41,
         *       "exhausted": 1,
         *       "cancelled": 0,
         *       "attempts": 46,
         *       "failed_attempts": 5,
         *       "counted_since": null,
         *       "last_attempt": {
         *         "delivery_id": "dlv_01M84Q81QWHFDA4H5DK6X3FPC0",
         *         "number": 1,
         *         "trigger": "schedule",
         *         "at": "2026-11-23T17:28:48.637Z",
         *         "status": 503,
         *         "error": null,
         *         "latency_ms": 41,
         *         "answer": "Back soon."
         *       }
         *     }
         */
        SubscriptionSummary: {
            /** @description Attempts of all of its deliveries, also of those that wait for the next. */
            attempts: number;
            /** @description Deliveries that ended with the subscription. */
            cancelled: number;
            /** @description Since when attempts, and deliveries that are over, were counted: the newest 10000 attempts are; null where that is all of them. */
            counted_since: components["schemas"]["Moment"] | null;
            /** @description When it is disabled, if every attempt fails until then; null where none has failed. */
            disabled_after: components["schemas"]["Moment"] | null;
            /** @description URL that events are posted to. */
            endpoint: string;
            /** @description Deliveries that were given up. */
            exhausted: number;
            /** @description Those of them that were not acknowledged. */
            failed_attempts: number;
            /** @description Since when every attempt has failed; null where none has. */
            failing_since: components["schemas"]["Moment"] | null;
            /** @description Attempts that failed in a row; 0 after one that was acknowledged. */
            failures: number;
            /** @description The newest attempt of those that were counted; null before the first. */
            last_attempt: {
                /** @description Its first 1,024 bytes as text. */
                answer: string | null;
                /** @description When it happened. */
                at: components["schemas"]["Moment"];
                /** @description Id of the delivery. */
                delivery_id: string;
                /** @description Why no whole answer came. */
                error: string | null;
                /** @description Milliseconds until the answer, or until none came. */
                latency_ms: number;
                /** @description Its number, from 1. */
                number: number;
                /** @description Null where no answer came. */
                status: number | null;
                /**
                 * @description Why it was made: by the retry schedule, or because somebody asked for it.
                 * @enum {string}
                 */
                trigger: "schedule" | "manual";
            } | null;
            /** @description Null where nothing waits, or an attempt is due or being made. */
            next_attempt_at: components["schemas"]["Moment"] | null;
            /** @description Deliveries that wait, of which 10000 at most are counted. */
            pending: number;
            /** @description Its state. */
            state: components["schemas"]["SubscriptionState"];
            /** @description Id of the subscription. */
            subscription_id: string;
            /** @description Deliveries that were acknowledged. */
            succeeded: number;
        };
        /**
         * @example {
         *       "id": "sub_01M84Q8175V1CX6VBVACFHRRT9",
         *       "project_id": "prj_01M84Q84T6GVQ9ZNWNJNX7T4N8",
         *       "endpoint": "https://checkout.example/events",
         *       "categories": [
         *         "record",
         *         "service.authority.revoked"
         *       ],
         *       "description": "Cache of the checkout",
         *       "signatures": [
         *         "v1"
         *       ],
         *       "state": "active",
         *       "version": 1,
         *       "disabled": null,
         *       "public_key": "fUJZGsJnF0Vvw-vElC2DOlvL5hnm-a-MHjImXlJhz6M",
         *       "rotation": null,
         *       "created_by": "crd_01M84Q6R11EM4D74N52CQ2MSFT",
         *       "created_at": "2026-11-23T17:28:44.534Z",
         *       "updated_at": "2026-11-23T17:28:44.534Z",
         *       "metadata": {
         *         "team": "checkout"
         *       },
         *       "metadata_version": 1,
         *       "secret": "whsec_RVhBTVBMRQ=="
         *     }
         */
        SubscriptionWithSecret: {
            /** @description Domains, or single types of event, that are delivered. */
            categories: components["schemas"]["EventCategory"][];
            /** @description When it was created. */
            created_at: components["schemas"]["Moment"];
            /** @description Id of the credential that created it; null where none did. */
            created_by: string | null;
            /** @description What it is for. */
            description: string | null;
            /** @description Why and since when nothing is delivered; null while events are delivered. */
            disabled: components["schemas"]["Disabled"] | null;
            /** @description URL that events are posted to. */
            endpoint: string;
            /** @description Its id. */
            id: string;
            /** @description Notes of the project, which prove nothing. They have no part in `version`. */
            metadata: {
                [key: string]: string;
            };
            /** @description Rises by one with each change of the metadata; 0 before the first. */
            metadata_version: number;
            /** @description Id of the project. */
            project_id: string;
            /** @description Ed25519 key that the `v1a` signatures verify with, where deliveries have them: 32 bytes in base64url. */
            public_key: string;
            /** @description The overlap of a rotation, while the old secret signs deliveries too; null otherwise. */
            rotation: components["schemas"]["SubscriptionRotation"] | null;
            /** @description Verifies deliveries (Standard Webhooks: `whsec_`). Shown here only; null in the answer to a repeated request. */
            secret: string | null;
            /** @description Schemes of `webhook-signature`: `v1` always, and `v1a` where it was asked for. */
            signatures: ("v1" | "v1a")[];
            /** @description Its state. */
            state: components["schemas"]["SubscriptionState"];
            /** @description When it last changed. */
            updated_at: components["schemas"]["Moment"];
            /** @description Its version, from 1; every change adds one. */
            version: number;
        };
        /**
         * @example {
         *       "records": [
         *         {
         *           "record_id": "rec_01M84Q7XQDK589B8DS0MY75317",
         *           "reason": "Issued anew.",
         *           "successor_id": "rec_01M84QH2S1W6V3T4N8Y5D0XKZC"
         *         }
         *       ]
         *     }
         */
        SupersedeBatchBody: {
            /** @description The items, each answered for itself, in this order. */
            records: components["schemas"]["SupersedeItem"][];
        };
        /**
         * @example {
         *       "reason": "Issued anew.",
         *       "successor_id": "rec_01M84QH2S1W6V3T4N8Y5D0XKZC"
         *     }
         */
        SupersedeBody: {
            /** @description The issuer’s Ed25519 signature over this transition, 64 bytes in base64url: needed where the authority has a `public_key`, and refused where it has none; a suspension and a revocation may do without. */
            issuer_signature?: string;
            /** @description The digest of the element before that the issuer signed: the record’s `digest`. Given with `issuer_signature`. */
            previous?: string;
            /** @description Why; stored beside the history. */
            reason: string;
            /** @description The sequence that the issuer signed: one more than the record’s `version`. Given with `issuer_signature`. */
            sequence?: number;
            /** @description The active record that replaces this one. */
            successor_id: string;
        };
        SupersedeItem: {
            /** @description The issuer’s Ed25519 signature over this transition, 64 bytes in base64url: needed where the authority has a `public_key`, and refused where it has none; a suspension and a revocation may do without. */
            issuer_signature?: string;
            /** @description The digest of the element before that the issuer signed: the record’s `digest`. Given with `issuer_signature`. */
            previous?: string;
            /** @description Why; stored beside the history. */
            reason: string;
            /** @description The record to change. It may be in a batch once. */
            record_id: string;
            /** @description The sequence that the issuer signed: one more than the record’s `version`. Given with `issuer_signature`. */
            sequence?: number;
            /** @description The active record that replaces this one. */
            successor_id: string;
            /** @description The version to change, as `If-Match`: if there is a newer one, the record is not changed. */
            version?: number;
        };
        /**
         * @example {
         *       "type": "service.record.revoked"
         *     }
         */
        TestBody: {
            /** @description Type of the event to deliver a sample of. */
            type?: components["schemas"]["EventType"];
        };
        /**
         * @example {
         *       "event_id": "evt_01M84Q7XQQPFF35RVX9NX10QW8"
         *     }
         */
        TestRequest: {
            /** @description Of the event that is delivered. */
            event_id: string;
        };
        /**
         * @example {
         *       "records": [
         *         {
         *           "record_id": "rec_01M84Q7XQDK589B8DS0MY75317",
         *           "reason": "Reported as faulty.",
         *           "version": 1
         *         }
         *       ]
         *     }
         */
        TransitionBatchBody: {
            /** @description The items, each answered for itself, in this order. */
            records: components["schemas"]["TransitionItem"][];
        };
        /**
         * @example {
         *       "reason": "Reported as faulty."
         *     }
         */
        TransitionBody: {
            /** @description The issuer’s Ed25519 signature over this transition, 64 bytes in base64url: needed where the authority has a `public_key`, and refused where it has none; a suspension and a revocation may do without. */
            issuer_signature?: string;
            /** @description The digest of the element before that the issuer signed: the record’s `digest`. Given with `issuer_signature`. */
            previous?: string;
            /** @description Why; stored beside the history. */
            reason: string;
            /** @description The sequence that the issuer signed: one more than the record’s `version`. Given with `issuer_signature`. */
            sequence?: number;
        };
        TransitionItem: {
            /** @description The issuer’s Ed25519 signature over this transition, 64 bytes in base64url: needed where the authority has a `public_key`, and refused where it has none; a suspension and a revocation may do without. */
            issuer_signature?: string;
            /** @description The digest of the element before that the issuer signed: the record’s `digest`. Given with `issuer_signature`. */
            previous?: string;
            /** @description Why; stored beside the history. */
            reason: string;
            /** @description The record to change. It may be in a batch once. */
            record_id: string;
            /** @description The sequence that the issuer signed: one more than the record’s `version`. Given with `issuer_signature`. */
            sequence?: number;
            /** @description The version to change, as `If-Match`: if there is a newer one, the record is not changed. */
            version?: number;
        };
        /**
         * @example {
         *       "metadata": {
         *         "team": "payments"
         *       }
         *     }
         */
        UpdateCredentialBody: {
            /** @description Changes of your notes: pairs that are not named stay, null removes one, and null in place of the object removes all. */
            metadata?: {
                [key: string]: string | null;
            } | null;
            /** @description What the credential is for. */
            name?: string;
        };
        /**
         * @example {
         *       "quota": {
         *         "verify": 2000000
         *       }
         *     }
         */
        UpdateProjectBody: {
            /** @description Longest life, in days, of a credential that is issued from now on; null for any. */
            max_credential_days?: number | null;
            /** @description The project’s name. */
            name?: string;
            /** @description Operations a UTC day. Null ends the quota of a kind, or of all; kinds that are left out keep theirs. */
            quota?: {
                /** @description For reads. */
                read?: number | null;
                /** @description For verifications. */
                verify?: number | null;
                /** @description For changes. */
                write?: number | null;
            } | null;
        };
        /**
         * @example {
         *       "metadata": {
         *         "ticket": "T-1042"
         *       }
         *     }
         */
        UpdateRecordBody: {
            /** @description Changes of your notes: pairs that are not named stay, null removes one, and null in place of the object removes all. */
            metadata?: {
                [key: string]: string | null;
            } | null;
        };
        /**
         * @example {
         *       "categories": [
         *         "record"
         *       ]
         *     }
         */
        UpdateSubscriptionBody: {
            /** @description Domains, or single types of event, as /v1/event-categories has them. */
            categories?: components["schemas"]["EventCategory"][];
            /** @description What the subscription is for. */
            description?: string | null;
            /** @description https URL that events are posted to. */
            endpoint?: string;
            /** @description Changes of your notes: pairs that are not named stay, null removes one, and null in place of the object removes all. */
            metadata?: {
                [key: string]: string | null;
            } | null;
            /** @description Signatures of each delivery: `v1` by the secret; `v1a` beside it, by an Ed25519 key that others can check with too. */
            signatures?: ("v1" | "v1a")[];
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "start": "2026-11-23T00:00:00.000Z",
         *           "operation": "records.verify",
         *           "outcome": "succeeded",
         *           "requests": 8,
         *           "items": 8
         *         }
         *       ],
         *       "from": "2026-11-17T00:00:00.000Z",
         *       "to": "2026-11-24T00:00:00.000Z",
         *       "granularity": "day",
         *       "counted_until": "2026-11-23T17:28:48.637Z"
         *     }
         */
        Usage: {
            /** @description Everything that was answered before is in the figures. */
            counted_until: components["schemas"]["Moment"];
            /** @description The items, in order. */
            data: {
                /** @description Present where usage is grouped by credential: its id, or `oauth:` and the subject of an access token; null for other actors. */
                credential_id?: string | null;
                /** @description Present where usage is grouped by error code; null where there was no error. */
                error_code?: string | null;
                /** @description How many operations it counts as. */
                items: number;
                /** @description Name of the operation: `records.verify`. */
                operation: string;
                /** @description How it ended. */
                outcome: components["schemas"]["Outcome"];
                /** @description How many requests. */
                requests: number;
                /** @description Where the span begins. */
                start: components["schemas"]["Moment"];
            }[];
            /** @description Where it begins. */
            from: components["schemas"]["Moment"];
            /**
             * @description The spans that are counted.
             * @enum {string}
             */
            granularity: "hour" | "day";
            /** @description Where it ends. */
            to: components["schemas"]["Moment"];
        };
        Verdict: {
            /** @description Everything that makes it `failed`. */
            reasons: ("provenance.unverified" | "record.suspended" | "record.superseded" | "record.expired" | "record.revoked" | "authority.compromised" | "authority.not_valid_at_event" | "lookup.not_current")[];
            /**
             * @description Whether the record is good. Only `passed` says yes.
             * @enum {string}
             */
            result: "passed" | "failed";
            /** @description The record that replaced a superseded one. */
            successor_id?: string;
            /** @description What does not, but deserves a look. */
            warnings: ("authority.not_valid_now" | "provenance.not_logged" | "lookup.several_records" | "lookup.revoked_match")[];
        };
        /**
         * @example {
         *       "record": {
         *         "id": "rec_01M84Q7XQDK589B8DS0MY75317",
         *         "state": "active",
         *         "version": 1
         *       },
         *       "evidence": {
         *         "provenance": {
         *           "origin": "https://registry.example/42",
         *           "chain": [
         *             {
         *               "format": "element/v1",
         *               "log": "records.example/development",
         *               "sequence": 1,
         *               "occurred_at": "2026-11-23T17:28:44.534Z",
         *               "reason_digest": null,
         *               "salt": "XnNcoCkrsxxOkxifvf_8tg",
         *               "previous": null,
         *               "signature": {
         *                 "key_id": "u7NlRee7WGASW3dwxkEdVvW1vvXK1uPR92C_bX-cejw",
         *                 "algorithm": "Ed25519",
         *                 "value": "XKh4EdMzM-LCnaM1xmOv173CTfOZOaFsiq5pTAc35FMI8KuEV1juWEPz-Ehmt06Mvnp26m7ZFCkiRcpN0ThKAQ"
         *               },
         *               "event_id": "evt_01M84Q7XQQPFF35RVX9NX10QW8",
         *               "digest": "sha256:e9e122806724fe7fa3b9196c42f89ce8935e39abdacbc19e1f7df0511216454c",
         *               "project_id": "prj_01M84Q84T6GVQ9ZNWNJNX7T4N8",
         *               "type": "service.record.registered",
         *               "record_id": "rec_01M84Q7XQDK589B8DS0MY75317",
         *               "origin": "https://registry.example/42",
         *               "external_id": "deed-42",
         *               "authority": {
         *                 "id": "aut_01M84Q7XFGE2V7G3EB16SWGTBP",
         *                 "version": 1,
         *                 "digest": "sha256:53eb54a44a39d1211795e6ecc5f9f7459f15f2bcfc27769708c5f8b8b7932132"
         *               },
         *               "issuer": "Example Registry",
         *               "state": "active",
         *               "expires_at": null,
         *               "successor_id": null,
         *               "content_digest": "sha256:b11ba7649d4911d6c8eb879aac0c62a96dba29bbac5e654e6896d3d4840b98a3",
         *               "issuer_signature": null
         *             }
         *           ],
         *           "chain_length": 1,
         *           "verified": true,
         *           "receipt": {
         *             "log_index": 7,
         *             "tree_size": 9,
         *             "root_hash": "mC1YG3e85d+r4sWvKNEPyMifNlfyDoul0+T+c1P25t4=",
         *             "inclusion_proof": [
         *               "y8bra2ol/lawYy5lGeL9CR3D3A4kr2dmvHqiZWNQHSY="
         *             ],
         *             "checkpoint": "records.example/development\n9\nmC1YG3e85d+r4sWvKNEPyMifNlfyDoul0+T+c1P25t4=\n\n— records.example/development cINH91rEB6hQdaLPLPoipaGvWKDJGgeq/+htDTmLGztG8F3EWO5T1X7i8ReVaXUr+LwPgRFUVgkZ7PPymqKg7h9M1QQ=\n"
         *           }
         *         },
         *         "authority": {
         *           "id": "aut_01M84Q7XFGE2V7G3EB16SWGTBP",
         *           "issuer": "Example Registry",
         *           "scope": [
         *             "verify",
         *             "read"
         *           ],
         *           "state": "active",
         *           "version": 1,
         *           "digest": "sha256:53eb54a44a39d1211795e6ecc5f9f7459f15f2bcfc27769708c5f8b8b7932132",
         *           "valid_until": "2100-01-01T00:00:00.000Z",
         *           "valid_at_event": true,
         *           "valid_now": true
         *         },
         *         "state": "active",
         *         "verdict": {
         *           "result": "passed",
         *           "reasons": [],
         *           "warnings": []
         *         }
         *       },
         *       "verified_at": "2026-11-23T17:28:48.637Z",
         *       "request_id": "req_01M84Q811WEBMTZMRW1PXP9FJX"
         *     }
         */
        Verification: {
            /** @description What the answer rests on; as much of it as was asked for. */
            evidence: components["schemas"]["Evidence"];
            /** @description The record. */
            record: {
                /** @description Its id. */
                id: string;
                /** @description Its state. */
                state: components["schemas"]["RecordState"];
                /** @description Its version, from 1; every change adds one. */
                version: number;
            };
            /** @description Id of the request. */
            request_id: string;
            /** @description When it was verified. */
            verified_at: components["schemas"]["Moment"];
        };
        /**
         * @example {
         *       "data": [
         *         {
         *           "record": {
         *             "id": "rec_01M84Q7XQDK589B8DS0MY75317",
         *             "state": "active",
         *             "version": 1
         *           },
         *           "evidence": {
         *             "state": "active"
         *           },
         *           "verified_at": "2026-11-23T17:28:48.637Z",
         *           "request_id": "req_01M84Q811WEBMTZMRW1PXP9FJX"
         *         },
         *         {
         *           "error": {
         *             "code": "record.not_found",
         *             "message": "No such record in this project.",
         *             "request_id": "req_01M84Q811WEBMTZMRW1PXP9FJX",
         *             "docs": "/docs/errors#record.not_found"
         *           }
         *         }
         *       ]
         *     }
         */
        VerificationBatch: {
            /** @description The items, in order. */
            data: (components["schemas"]["Verification"] | components["schemas"]["Error"])[];
        };
        /**
         * @example {
         *       "records": [
         *         {
         *           "record_id": "rec_01M84Q7XQDK589B8DS0MY75317"
         *         },
         *         {
         *           "external_id": "deed-43"
         *         }
         *       ]
         *     }
         */
        VerifyBatchBody: {
            /** @description The items, each answered for itself, in this order. */
            records: components["schemas"]["VerifyBody"][];
        };
        /**
         * @description Give exactly one of `record_id`, `external_id`, `content_digest`, `content`.
         * @example {
         *       "record_id": "rec_01M84Q7XQDK589B8DS0MY75317"
         *     }
         */
        VerifyBody: {
            /** @description Narrows a look-up to the records of this authority. */
            authority_id?: string;
            /** @description The record’s content, or one that it had: hashed as UTF-8 and never stored. For one that is too large for a body, send its `content_digest`. */
            content?: string;
            /** @description SHA-256 of the record’s content, or of one that it had. */
            content_digest?: string;
            /** @description Evidence that the answer is to hold; all of it where this is left out. */
            evidence_scope?: ("provenance" | "authority" | "state" | "verdict")[];
            /** @description Your own name for the record. */
            external_id?: string;
            /** @description The record to verify. Exactly one of `record_id`, `external_id`, `content_digest` and `content` is given; with the last three, the answer is about the newest active record that matches, else the newest. */
            record_id?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "documents.asyncapi": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "authorities.list": {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the page before, of the same list with the same filters; `limit` may differ. Its content is encrypted and may change. */
                cursor?: string;
                /** @description Only what was created at or after this moment. */
                from?: string;
                /** @description Authorities with exactly this issuer. */
                issuer?: string;
                /** @description Items on a page. */
                limit?: number;
                /** @description Authorities in these states. Several are repeated, or separated by commas. */
                state?: ("active" | "suspended" | "expired" | "revoked")[];
                /** @description Only what was created before this moment. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorityPage"];
                };
            };
        };
    };
    "authorities.grant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GrantBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Authority"];
                };
            };
        };
    };
    "authorities.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the authority. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Authority"];
                };
            };
        };
    };
    "authorities.history": {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the page before, of the same list with the same filters; `limit` may differ. Its content is encrypted and may change. */
                cursor?: string;
                /** @description Items on a page. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the authority. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorityHistory"];
                };
            };
        };
    };
    "authorities.reach": {
        parameters: {
            query?: {
                /** @description Elements made at or after this moment, as `invalid_since` of a revocation means it. */
                from?: string;
            };
            header?: never;
            path: {
                /** @description Id of the authority. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorityReach"];
                };
            };
        };
    };
    "authorities.reinstate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the authority. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReasonBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Authority"];
                };
            };
        };
    };
    "authorities.renew": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the authority. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenewBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Authority"];
                };
            };
        };
    };
    "authorities.rescope": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the authority. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RescopeBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Authority"];
                };
            };
        };
    };
    "authorities.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the authority. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeAuthorityBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Authority"];
                };
            };
        };
    };
    "authorities.suspend": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the authority. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReasonBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Authority"];
                };
            };
        };
    };
    "credentials.list": {
        parameters: {
            query?: {
                /** @description Credentials with this capability. */
                capability?: "verify" | "read" | "write" | "share" | "subscribe" | "manage" | "audit";
                /** @description The `next_cursor` of the page before, of the same list with the same filters; `limit` may differ. Its content is encrypted and may change. */
                cursor?: string;
                /** @description Only what was created at or after this moment. */
                from?: string;
                /** @description Items on a page. */
                limit?: number;
                /** @description Credentials in these states. Several are repeated, or separated by commas. */
                state?: ("active" | "rotating" | "expired" | "revoked")[];
                /** @description Only what was created before this moment. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CredentialPage"];
                };
            };
        };
    };
    "credentials.issue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IssueBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedCredential"];
                };
            };
        };
    };
    "credentials.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the credential. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"];
                };
            };
        };
    };
    "credentials.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the credential. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCredentialBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"];
                };
            };
        };
    };
    "credentials.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the credential. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReasonBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"];
                };
            };
        };
    };
    "credentials.rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the credential. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedCredential"];
                };
            };
        };
    };
    "credentials.reportLeak": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The kind of place in which it was found. */
                    source?: string | null;
                    /** @description The token that was found. */
                    token: string;
                    /** @description The scanner’s name for this type of token. */
                    type?: string | null;
                    /** @description Where it was found; part of the reason of the revocation. */
                    url?: string | null;
                }[];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Acknowledgement"];
                };
            };
        };
    };
    "deliveries.list": {
        parameters: {
            query?: {
                /** @description Deliveries of which an attempt has been made, or of which none has. */
                attempted?: boolean;
                /** @description The `next_cursor` of the page before, of the same list with the same filters; `limit` may differ. Its content is encrypted and may change. */
                cursor?: string;
                /** @description Deliveries of this event. */
                event_id?: string;
                /** @description Deliveries of events of this type. */
                event_type?: "service.record.registered" | "service.record.amended" | "service.record.suspended" | "service.record.reinstated" | "service.record.superseded" | "service.record.expired" | "service.record.revoked" | "service.authority.granted" | "service.authority.renewed" | "service.authority.scope_changed" | "service.authority.suspended" | "service.authority.reinstated" | "service.authority.expired" | "service.authority.revoked" | "service.credential.issued" | "service.credential.rotated" | "service.credential.expired" | "service.credential.revoked" | "service.subscription.disabled" | "service.subscription.tested";
                /** @description Deliveries planned at or after this moment. */
                from?: string;
                /** @description Items on a page. */
                limit?: number;
                /** @description Deliveries in these states. Several are repeated, or separated by commas. */
                state?: ("pending" | "succeeded" | "exhausted" | "cancelled")[];
                /** @description Deliveries to this subscription. */
                subscription_id?: string;
                /** @description Deliveries planned before this moment. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
        };
    };
    "deliveries.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    "deliveries.request": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryRequest"];
                };
            };
        };
    };
    "deliveries.retry": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the delivery. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    "deliveries.retryBatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetryBatchBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryBatch"];
                };
            };
        };
    };
    "deliveries.summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliverySummary"];
                };
            };
        };
    };
    "eventCategories.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventCategories"];
                };
            };
        };
    };
    "events.list": {
        parameters: {
            query?: {
                /** @description Events of this category: a domain, or a single type. */
                category?: "record" | "authority" | "credential" | "subscription" | "service.record.registered" | "service.record.amended" | "service.record.suspended" | "service.record.reinstated" | "service.record.superseded" | "service.record.expired" | "service.record.revoked" | "service.authority.granted" | "service.authority.renewed" | "service.authority.scope_changed" | "service.authority.suspended" | "service.authority.reinstated" | "service.authority.expired" | "service.authority.revoked" | "service.credential.issued" | "service.credential.rotated" | "service.credential.expired" | "service.credential.revoked" | "service.subscription.disabled" | "service.subscription.tested";
                /** @description The `next_cursor` of the page before, of the same list with the same filters; `limit` may differ. `latest` begins at the end: the page is empty, and its `next_cursor` leads to what comes later. */
                cursor?: string;
                /** @description Events that were made at or after this moment. */
                from?: string;
                /** @description Items on a page. */
                limit?: number;
                /** @description What comes first; `oldest` where it is left out. With `newest`, no page waits, and an empty page is the last. */
                order?: "oldest" | "newest";
                /** @description Events of this subject. */
                subject_id?: string;
                /** @description Events that were made before this moment. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventPage"];
                };
            };
        };
    };
    "events.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the event. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    "interactions.list": {
        parameters: {
            query?: {
                /** @description Interactions through this channel. */
                channel?: "api" | "mcp" | "console" | "events";
                /** @description Interactions of this credential, operator or link, or with `oauth:` and a subject, of its access tokens. */
                credential_id?: string;
                /** @description The `next_cursor` of the page before, of the same list with the same filters; `limit` may differ. Its content is encrypted and may change. */
                cursor?: string;
                /** @description Only what was answered with this error; in usage, of at most 31 days. */
                error_code?: "request.malformed" | "request.invalid" | "authentication.missing" | "authentication.invalid" | "credential.revoked" | "credential.expired" | "credential.rotated_out" | "authority.insufficient_scope" | "credential.limited" | "request.origin_not_allowed" | "credential.environment_mismatch" | "credential.address_not_allowed" | "oauth.subject_blocked" | "project.suspended" | "route.not_found" | "request.method_not_allowed" | "request.not_acceptable" | "request.timeout" | "request.too_large" | "request.unsupported_media_type" | "request.batch_too_large" | "idempotency.key_reused" | "idempotency.result_forged" | "rate.limited" | "stream.too_many" | "quota.exceeded" | "request.headers_too_large" | "internal.error" | "service.unavailable" | "service.restored_copy" | "session.missing" | "session.ended" | "session.sign_in_failed" | "session.challenge_invalid" | "session.step_up_required" | "session.cross_site" | "session.console_closed" | "session.method_closed" | "session.not_found" | "operator.key_not_found" | "operator.address_taken" | "record.not_found" | "record.too_many_matches" | "link.not_found" | "link.limit_reached" | "authority.not_found" | "credential.not_found" | "subscription.not_found" | "project.not_found" | "operator.not_found" | "operator.invitation_invalid" | "interaction.not_found" | "delivery.not_found" | "replay.not_found" | "event.not_found" | "event.cursor_expired" | "record.transition_not_allowed" | "record.already_exists" | "record.history_full" | "authority.not_active" | "authority.transition_not_allowed" | "authority.limit_reached" | "credential.transition_not_allowed" | "credential.rotating" | "credential.limit_reached" | "delivery.blocked" | "delivery.transition_not_allowed" | "subscription.transition_not_allowed" | "subscription.rotating" | "subscription.limit_reached" | "project.transition_not_allowed" | "project.limit_reached" | "operator.transition_not_allowed" | "operator.last_owner" | "operator.limit_reached" | "operator.key_refused" | "record.version_conflict" | "authority.version_conflict" | "credential.version_conflict" | "subscription.version_conflict" | "operator.version_conflict" | "project.version_conflict" | "record.issuer_signature_invalid" | "subscription.endpoint_not_allowed" | "record.successor_invalid";
                /** @description Interactions at or after this moment. */
                from?: string;
                /** @description Items on a page. */
                limit?: number;
                /** @description Interactions that asked for this. */
                operation?: "authorities.grant" | "authorities.history" | "authorities.list" | "authorities.reach" | "authorities.read" | "authorities.reinstate" | "authorities.renew" | "authorities.rescope" | "authorities.revoke" | "authorities.suspend" | "changes.follow" | "credentials.issue" | "credentials.list" | "credentials.read" | "credentials.revoke" | "credentials.rotate" | "credentials.update" | "deliveries.count" | "deliveries.deliver" | "deliveries.list" | "deliveries.read" | "deliveries.request" | "deliveries.retry" | "deliveries.retry_batch" | "deliveries.summary" | "errors.explain" | "event_categories.list" | "events.list" | "events.read" | "interactions.check" | "interactions.export" | "interactions.list" | "interactions.read" | "invitations.redeem" | "links.create" | "links.list" | "links.open" | "links.read" | "links.revoke" | "mcp.message" | "operator_keys.add" | "operator_keys.ask" | "operator_keys.list" | "operator_keys.remove" | "operators.change_roles" | "operators.invite" | "operators.list" | "operators.read" | "operators.remove" | "operators.renew_invitation" | "projects.block_subject" | "projects.create" | "projects.current" | "projects.list" | "projects.read" | "projects.resume" | "projects.suspend" | "projects.unblock_subject" | "projects.update" | "records.amend" | "records.amend_batch" | "records.evidence" | "records.export" | "records.history" | "records.list" | "records.read" | "records.register" | "records.register_batch" | "records.reinstate" | "records.reinstate_batch" | "records.revoke" | "records.revoke_batch" | "records.supersede" | "records.supersede_batch" | "records.suspend" | "records.suspend_batch" | "records.update" | "records.verify" | "records.verify_batch" | "replays.count" | "replays.list" | "replays.read" | "sessions.ask_step_up" | "sessions.end" | "sessions.list" | "sessions.read" | "sessions.sign_in" | "sessions.sign_out" | "sessions.step_up" | "status.read" | "subscriptions.create" | "subscriptions.disable" | "subscriptions.enable" | "subscriptions.list" | "subscriptions.read" | "subscriptions.replay" | "subscriptions.revoke" | "subscriptions.rotate" | "subscriptions.test" | "subscriptions.update" | "usage.read";
                /** @description Interactions that ended so. */
                outcome?: "succeeded" | "refused" | "failed";
                /** @description False leaves out what was read, verified or delivered with success; refusals, failures and exports stay. */
                reads?: boolean;
                /** @description Interactions about this; of longer ids, the first 64 characters. */
                subject?: string;
                /** @description Interactions before this moment. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InteractionPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
        };
    };
    "interactions.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the request. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Interaction"];
                };
            };
        };
    };
    "interactions.check": {
        parameters: {
            query?: {
                /** @description The day whose lanes are checked, in UTC; today by default. */
                day?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HistoryCheck"];
                };
            };
        };
    };
    "links.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the link. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Link"];
                };
            };
        };
    };
    "links.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the link. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReasonBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Link"];
                };
            };
        };
    };
    "log.checkpoint": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The one that the address serves: `development` or `production`. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    "log.checkpoints": {
        parameters: {
            query?: {
                /** @description The smallest tree. */
                from?: number;
                /** @description Checkpoints at most. They are spread evenly over the sizes. */
                limit?: number;
                /** @description The largest tree; the newest one where it is left out. */
                to?: number;
            };
            header?: never;
            path: {
                /** @description The one that the address serves: `development` or `production`. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogCheckpoints"];
                };
            };
        };
    };
    "log.keys": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The one that the address serves: `development` or `production`. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeySet"];
                };
            };
        };
    };
    "log.policy": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The one that the address serves: `development` or `production`. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    "log.tile": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The one that the address serves: `development` or `production`. */
                environment: string;
                /** @description 0 for the hashes of the entries. */
                level: string;
                /** @description As tlog-tiles writes it: three digits, with `x` and further groups before them (`x001/234`), and `.p/<width>` behind it where the tile is not full yet. */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
        };
    };
    "log.entries": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The one that the address serves: `development` or `production`. */
                environment: string;
                /** @description As tlog-tiles writes it: three digits, with `x` and further groups before them (`x001/234`), and `.p/<width>` behind it where the tile is not full yet. */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
        };
    };
    "log.witnesses": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The one that the address serves: `development` or `production`. */
                environment: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogWitnesses"];
                };
            };
        };
    };
    "documents.openapi": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "operators.list": {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the page before, of the same list with the same filters; `limit` may differ. Its content is encrypted and may change. */
                cursor?: string;
                /** @description Only what was created at or after this moment. */
                from?: string;
                /** @description Items on a page. */
                limit?: number;
                /** @description Operators in these states. Several are repeated, or separated by commas. */
                state?: ("invited" | "active" | "removed")[];
                /** @description Only what was created before this moment. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorPage"];
                };
            };
        };
    };
    "operators.invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedOperator"];
                };
            };
        };
    };
    "operators.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the operator. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
        };
    };
    "operators.changeRoles": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the operator. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeRolesBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
        };
    };
    "operators.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the operator. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReasonBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
        };
    };
    "operators.renewInvitation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the operator. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedOperator"];
                };
            };
        };
    };
    "projects.list": {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the page before, of the same list with the same filters; `limit` may differ. Its content is encrypted and may change. */
                cursor?: string;
                /** @description Only what was created at or after this moment. */
                from?: string;
                /** @description Items on a page. */
                limit?: number;
                /** @description Projects in these states. Several are repeated, or separated by commas. */
                state?: ("active" | "suspended")[];
                /** @description Only what was created before this moment. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectPage"];
                };
            };
        };
    };
    "projects.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProjectBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedProject"];
                };
            };
        };
    };
    "projects.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    "projects.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProjectBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    "projects.blockSubject": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubjectBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    "projects.resume": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReasonBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    "projects.suspend": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReasonBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    "projects.unblockSubject": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the project. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubjectBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
        };
    };
    "projects.current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentProject"];
                };
            };
        };
    };
    "records.list": {
        parameters: {
            query?: {
                /** @description Records of this authority. */
                authority_id?: string;
                /** @description Records with this content. */
                content_digest?: string;
                /** @description The `next_cursor` of the page before, of the same list with the same filters; `limit` may differ. Its content is encrypted and may change. */
                cursor?: string;
                /** @description Your own id of the record. */
                external_id?: string;
                /** @description Records registered at or after this moment. */
                from?: string;
                /** @description Items on a page. */
                limit?: number;
                /** @description Records that have all of these pairs of metadata: `metadata=team=checkout`, repeated for several. */
                metadata?: string[];
                /** @description Records whose origin begins with this text, letter by letter. */
                origin_prefix?: string;
                /** @description Records in these states. Several are repeated, or separated by commas. */
                state?: ("active" | "suspended" | "superseded" | "expired" | "revoked")[];
                /** @description Records registered before this moment. */
                to?: string;
                /** @description Records that last changed at or after this moment. */
                updated_from?: string;
                /** @description Records that last changed before this moment. */
                updated_to?: string;
                /** @description Whether each record has its `verdict`, as a verification of it would say. Needs the capability `verify`, and each costs what a verification does. */
                verdict?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordPage"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
        };
    };
    "records.register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Record"];
                };
            };
        };
    };
    "records.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Record"];
                };
            };
        };
    };
    "records.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateRecordBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Record"];
                };
            };
        };
    };
    "records.amend": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AmendBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Record"];
                };
            };
        };
    };
    "records.evidence": {
        parameters: {
            query?: {
                /** @description Size of a checkpoint that you stored earlier. The bundle then proves, in `earlier`, that the log of that checkpoint is the beginning of this one. */
                from?: number;
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvidenceBundle"];
                };
            };
        };
    };
    "records.history": {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the page before, of the same list with the same filters; `limit` may differ. Its content is encrypted and may change. */
                cursor?: string;
                /** @description Items on a page. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordHistory"];
                };
            };
        };
    };
    "links.list": {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the page before, of the same list with the same filters; `limit` may differ. Its content is encrypted and may change. */
                cursor?: string;
                /** @description Only what was created at or after this moment. */
                from?: string;
                /** @description Items on a page. */
                limit?: number;
                /** @description Only what was created before this moment. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkPage"];
                };
            };
        };
    };
    "links.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateLinkBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedLink"];
                };
            };
        };
    };
    "records.reinstate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransitionBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Record"];
                };
            };
        };
    };
    "records.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransitionBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Record"];
                };
            };
        };
    };
    "records.supersede": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SupersedeBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Record"];
                };
            };
        };
    };
    "records.suspend": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the record. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransitionBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Record"];
                };
            };
        };
    };
    "records.registerBatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterBatchBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordBatch"];
                };
            };
        };
    };
    "records.amendBatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AmendBatchBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordBatch"];
                };
            };
        };
    };
    "records.reinstateBatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransitionBatchBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordBatch"];
                };
            };
        };
    };
    "records.revokeBatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransitionBatchBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordBatch"];
                };
            };
        };
    };
    "records.supersedeBatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SupersedeBatchBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordBatch"];
                };
            };
        };
    };
    "records.suspendBatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransitionBatchBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecordBatch"];
                };
            };
        };
    };
    "records.verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Verification"];
                };
            };
        };
    };
    "records.verifyBatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyBatchBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationBatch"];
                };
            };
        };
    };
    "replays.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the replay. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
                };
            };
        };
    };
    "status.read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
        };
    };
    "subscriptions.list": {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the page before, of the same list with the same filters; `limit` may differ. Its content is encrypted and may change. */
                cursor?: string;
                /** @description Only what was created at or after this moment. */
                from?: string;
                /** @description Items on a page. */
                limit?: number;
                /** @description Subscriptions in these states. Several are repeated, or separated by commas. */
                state?: ("active" | "disabled" | "revoked")[];
                /** @description Only what was created before this moment. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionPage"];
                };
            };
        };
    };
    "subscriptions.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscribeBody"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionWithSecret"];
                };
            };
        };
    };
    "subscriptions.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
        };
    };
    "subscriptions.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSubscriptionBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
        };
    };
    "deliveries.count": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionSummary"];
                };
            };
        };
    };
    "subscriptions.disable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReasonBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
        };
    };
    "subscriptions.enable": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
        };
    };
    "replays.list": {
        parameters: {
            query?: {
                /** @description The `next_cursor` of the page before, of the same list with the same filters; `limit` may differ. Its content is encrypted and may change. */
                cursor?: string;
                /** @description Only what was created at or after this moment. */
                from?: string;
                /** @description Items on a page. */
                limit?: number;
                /** @description Replays in these states. Several are repeated, or separated by commas. */
                state?: ("running" | "finished" | "cancelled")[];
                /** @description Only what was created before this moment. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayPage"];
                };
            };
        };
    };
    "subscriptions.replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayBody"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Replay"];
                };
            };
        };
    };
    "replays.count": {
        parameters: {
            query: {
                /** @description Start; at most 30 days back. */
                from: string;
                /** @description Whether only that is counted which was given up, and not acknowledged since. */
                only_failed?: boolean;
                /** @description End, which is excluded; without it, now. */
                to?: string;
            };
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayCount"];
                };
            };
        };
    };
    "subscriptions.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReasonBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
        };
    };
    "subscriptions.rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateBody"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionWithSecret"];
                };
            };
        };
    };
    "subscriptions.test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the subscription. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TestBody"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestRequest"];
                };
            };
        };
    };
    "usage.read": {
        parameters: {
            query?: {
                /** @description Only what this credential, operator or link did, or with `oauth:` and a subject, its access tokens; at most 31 days. */
                credential_id?: string;
                /** @description Only what was answered with this error; in usage, of at most 31 days. */
                error_code?: "request.malformed" | "request.invalid" | "authentication.missing" | "authentication.invalid" | "credential.revoked" | "credential.expired" | "credential.rotated_out" | "authority.insufficient_scope" | "credential.limited" | "request.origin_not_allowed" | "credential.environment_mismatch" | "credential.address_not_allowed" | "oauth.subject_blocked" | "project.suspended" | "route.not_found" | "request.method_not_allowed" | "request.not_acceptable" | "request.timeout" | "request.too_large" | "request.unsupported_media_type" | "request.batch_too_large" | "idempotency.key_reused" | "idempotency.result_forged" | "rate.limited" | "stream.too_many" | "quota.exceeded" | "request.headers_too_large" | "internal.error" | "service.unavailable" | "service.restored_copy" | "session.missing" | "session.ended" | "session.sign_in_failed" | "session.challenge_invalid" | "session.step_up_required" | "session.cross_site" | "session.console_closed" | "session.method_closed" | "session.not_found" | "operator.key_not_found" | "operator.address_taken" | "record.not_found" | "record.too_many_matches" | "link.not_found" | "link.limit_reached" | "authority.not_found" | "credential.not_found" | "subscription.not_found" | "project.not_found" | "operator.not_found" | "operator.invitation_invalid" | "interaction.not_found" | "delivery.not_found" | "replay.not_found" | "event.not_found" | "event.cursor_expired" | "record.transition_not_allowed" | "record.already_exists" | "record.history_full" | "authority.not_active" | "authority.transition_not_allowed" | "authority.limit_reached" | "credential.transition_not_allowed" | "credential.rotating" | "credential.limit_reached" | "delivery.blocked" | "delivery.transition_not_allowed" | "subscription.transition_not_allowed" | "subscription.rotating" | "subscription.limit_reached" | "project.transition_not_allowed" | "project.limit_reached" | "operator.transition_not_allowed" | "operator.last_owner" | "operator.limit_reached" | "operator.key_refused" | "record.version_conflict" | "authority.version_conflict" | "credential.version_conflict" | "subscription.version_conflict" | "operator.version_conflict" | "project.version_conflict" | "record.issuer_signature_invalid" | "subscription.endpoint_not_allowed" | "record.successor_invalid";
                /** @description Begins at the hour or day of this moment; a week ago by default. */
                from?: string;
                /** @description What is counted together, in UTC; `day` by default. */
                granularity?: "hour" | "day";
                /** @description Groups entries by these too, besides operation and outcome. The period is then at most 31 days. Several are repeated, or separated by commas. */
                group_by?: ("credential_id" | "error_code")[];
                /** @description Ends with the hour or day before this moment; now by default. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                    "text/csv": string;
                };
            };
        };
    };
}
