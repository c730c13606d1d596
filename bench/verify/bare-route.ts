import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';

// The least that any Fastify service does: parse a small JSON body and send prepared bytes.
process.once('message', (answer: string) => {
  void serve(answer);
});

async function serve(answer: string): Promise<void> {
  const server = fastify();
  server.post('/v1/records/verify', (_request, reply) => {
    void reply.header('content-type', 'application/json; charset=utf-8').send(answer);
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  process.send?.((server.server.address() as AddressInfo).port);
}
