/**
 * Source of a receiver that verifies deliveries with the Standard Webhooks libraries. The secret is an environment
 * variable.
 */
export const RECEIVER_SNIPPET = `import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.SERVICE_WEBHOOK_SECRET);

createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  try {
    const { event } = webhook.verify(body, request.headers);
    console.log(event.type, event.subject.id); // event.id is the same in each repetition
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end();
  }
}).listen(8080);`;
