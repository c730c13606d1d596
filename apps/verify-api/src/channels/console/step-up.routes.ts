import { ServiceError } from '@service/contracts';
import { serviceErrorOf } from '@service/messaging/commands';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml } from '../../interface/documentation/html.js';
import type { GatewayRequest } from '../http/gateway-request.js';
import { admitPerson } from './admit-person.js';
import { consoleOperations } from './console-operations.js';
import type { ConsoleParts } from './console-parts.js';
import { consoleApi } from './console-path.js';
import { ActInput, StepUpInput } from './inputs.js';
import { PAGES, noteRefusal, oidcCallback } from './oidc.routes.js';
import { sourceOf } from './sign-in.routes.js';
import { says } from './small-page.js';
import type { DescribedAct } from './step-up/described-act.js';

/** The routes by which signed-in people prove their identity again, for one act. */
export function addStepUpRoutes(server: FastifyInstance, parts: ConsoleParts): void {
  const { answers, terms, sessions, stepUp, challenges, oidc } = parts;
  const { environment } = terms;
  const path = `${consoleApi(environment)}/step-up`;

  server.post(`${path}/options`, async (request) => {
    const { session, operator, origin } = await admitPerson(parts, request, consoleOperations.askStepUp);
    const { project_id: projectId, body_digest: bodyDigest, ...act } = answers.input(request, ActInput);
    const asked = await stepUp.options(origin, session, operator, { ...act, projectId, bodyDigest });
    if (asked.method !== 'oidc') return asked;
    return { ...asked, location: `${path}/oidc?challenge=${encodeURIComponent(asked.challenge_id)}` };
  });

  server.post(path, async (request, reply) => {
    const { session, operator, origin, context } = await admitPerson(
      parts,
      request,
      consoleOperations.stepUp,
    );
    context.subjects = [operator.id];
    const answer = answers.input(request, StepUpInput);
    const proof = await stepUp.prove(origin, session, operator, answer, answers.client(request));
    answers.setSession(reply, await sessions.renew(session, { steppedUp: true }));
    return { proof };
  });

  /** The page before the provider’s. Only its link leads on, so that people read which act they confirm. */
  server.get(`${path}/oidc`, PAGES, (request, reply) =>
    window(request, reply, async () => {
      const { session, origin } = await admitPerson(parts, request, consoleOperations.askStepUp);
      const { challenge } = request.query as { challenge?: unknown };
      const stepUpId = typeof challenge === 'string' ? challenge : '';
      const { described } = stepUp.open(stepUpId, session).terms;
      const wanted = { returnTo: path, stepUp: stepUpId };
      const { location, flow } = await oidc.provider.begin(origin + oidcCallback(environment), wanted);
      answers.keepFlow(reply, flow);
      const label = escapeHtml(oidc.provider.terms.label);
      return says(
        reply,
        'Confirm that it is you',
        `${named(described)}<p>Continue only if you have just asked for this in the Console yourself. Otherwise close this window.</p>
<p><a href="${escapeHtml(location)}">Sign in again at ${label}</a></p>`,
      );
    }),
  );

  /** The page after the provider’s. Its callback moves on to here, where the browser sends its session. */
  server.get(`${path}/oidc/callback`, PAGES, (request, reply) =>
    window(request, reply, async () => {
      const { session, operator, origin } = await admitPerson(parts, request, consoleOperations.stepUp);
      const flow = answers.flow(request);
      answers.endFlow(reply);
      if (flow?.stepUp == null) throw new ServiceError('session.challenge_invalid');
      const challenge = stepUp.open(flow.stepUp, session);
      await challenges.spend({ challenge: `oidc:${flow.state}`, expiresAt: flow.expiresAt });
      const { search } = new URL(request.raw.url ?? '', origin);
      const back = new URL(origin + oidcCallback(environment) + search);
      await oidc.requireOperator(back, flow, operator.id, sourceOf(request));
      answers.keepVouched(reply, challenge);
      const { described } = challenge.terms;
      return says(
        reply,
        'You have confirmed that it is you',
        `${named(described)}<p>Close this window, and continue in the Console.</p>`,
      );
    }),
  );

  function named({ summary, subject, project }: DescribedAct): string {
    const where = project === null ? '' : `, project <strong><bdi>${escapeHtml(project)}</bdi></strong>`;
    const what = subject === null ? '' : `<br><code>${escapeHtml(subject)}</code>`;
    return `<p>For one act, in <strong>${environment}</strong>${where}:</p><blockquote><strong>${escapeHtml(summary)}</strong>${what}</blockquote>`;
  }
}

/** Answers a refusal as a page: nobody reads JSON in a browser’s window. */
async function window(
  request: GatewayRequest,
  reply: FastifyReply,
  answer: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await answer();
  } catch (error) {
    const refusal = serviceErrorOf(error);
    if (refusal === null) throw error;
    noteRefusal(request, refusal);
    const body = `<p>${escapeHtml(refusal.message)}</p><p>Close this window, and ask again in the Console.</p>`;
    return says(reply.code(refusal.status), 'This proves nothing', body);
  }
}
