export { startKafka as default } from './start-kafka.ts';
