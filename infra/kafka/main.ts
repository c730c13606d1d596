import { join } from 'node:path';
import { onStopSignal } from '@service/platform/processes';
import { StartError, endWithSentence } from '@service/platform/errors';
import { loadEnvironments } from '@service/platform/settings';
import { startBroker } from './broker.ts';

// The broker ends with this process, so a signal during the start only has to end this process.
let stop: () => void = () => process.exit(0);
onStopSignal(() => stop());
const secure = process.argv.includes('--secure');
try {
  const [{ settings }] = loadEnvironments(process.env);
  const { dataDirectory, kafkaPort } = settings;
  const broker = await startBroker({
    // A directory stays secure or not, as it was made.
    directory: join(dataDirectory, secure ? 'kafka-secure' : 'kafka'),
    port: kafkaPort,
    secure,
    onError: (line) => process.stderr.write(`${line}\n`),
  });
  stop = () => void broker.stop();
  const { KAFKA_BROKERS: _, ...security } = broker.settings;
  process.stdout.write(
    `Apache Kafka takes requests on ${broker.brokers}; its log is ${broker.logFile}, and Ctrl-C stops it.\n`,
  );
  for (const [name, value] of Object.entries(security)) process.stdout.write(`${name}=${value}\n`);
  const { asked, reason } = await broker.ended;
  if (!asked) throw new StartError(`Kafka ended by itself: ${reason} (${broker.logFile} may say more).`);
} catch (error) {
  endWithSentence(error);
}
