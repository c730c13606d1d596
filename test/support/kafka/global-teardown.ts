export { stopKafka as default } from './start-kafka.ts';
